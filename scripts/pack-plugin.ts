// `pack-plugin`: builds the OpenClaw plugin and packs it into a tarball that a host can install.
// Prints the path of the tarball and the size of the built file.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const PLUGIN = path.join(import.meta.dirname, "../plugin");

const packed = execFileSync("npm", ["pack", "--json", "--loglevel=error"], { cwd: PLUGIN, encoding: "utf8" });
const [{ filename, size }] = JSON.parse(packed.slice(packed.indexOf("[")));
const built = fs.statSync(path.join(PLUGIN, "dist/index.js")).size;
console.log(path.join(PLUGIN, filename));
console.log(`tarball ${Math.round(size / 1024)} KiB, dist/index.js ${Math.round(built / 1024)} KiB`);
