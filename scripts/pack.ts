// `pack plugin` and `pack cli`: builds a package of its own folder and packs it into a tarball that can be installed.
// Prints the path of the tarball and the size of the built file.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const BUILT = { plugin: "dist/index.js", cli: "dist/edgebrain.js" } as const;

const name = process.argv[2] as keyof typeof BUILT;
const folder = path.join(import.meta.dirname, "..", name);

const packed = execFileSync("npm", ["pack", "--json", "--loglevel=error"], { cwd: folder, encoding: "utf8" });
const [{ filename, size }] = JSON.parse(packed.slice(packed.indexOf("[")));
const built = fs.statSync(path.join(folder, BUILT[name])).size;
console.log(path.join(folder, filename));
console.log(`tarball ${Math.round(size / 1024)} KiB, ${BUILT[name]} ${Math.round(built / 1024)} KiB`);
