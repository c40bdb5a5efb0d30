// Builds the console where what it is made from is newer than what is there; otherwise it takes no time.
// Built aside and then moved, so that whoever reads it meanwhile finds a whole one.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Failure } from "../cli/src/failure.ts";

const PROJECT = path.join(import.meta.dirname, "..");
const SOURCES = ["console", "client", "wire", "package-lock.json"];
const BUILT = path.join(PROJECT, "assets/console");

/** True when there was something to build. Throws a `Failure` when it can't be; the builder has said why. */
export function buildConsole(): boolean {
  const entry = path.join(BUILT, "index.html");
  const began = new Date();
  if (fs.existsSync(entry) && fs.statSync(entry).mtimeMs >= Math.max(...SOURCES.map(newest))) return false;
  const aside = path.join(PROJECT, "dist", `console-${process.pid}`);
  const vite = path.join(PROJECT, "node_modules/vite/bin/vite.js");
  const config = path.join(PROJECT, "console/vite.config.ts");
  const args = [vite, "build", "--config", config, "--outDir", aside, "--logLevel", "warn"];
  try {
    execFileSync(process.execPath, args, { cwd: PROJECT, stdio: ["ignore", "ignore", "inherit"] });
  } catch {
    throw new Failure("the web console can't be built: what vite says above tells why");
  }
  // As old as what it was made from: an edit that came meanwhile is built by the next.
  fs.utimesSync(path.join(aside, "index.html"), began, began);
  fs.rmSync(BUILT, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(BUILT), { recursive: true });
  fs.renameSync(aside, BUILT);
  return true;
}

/** When a file, or anything in a folder, last changed; a folder changes when something in it goes. */
function newest(name: string): number {
  const place = path.join(PROJECT, name);
  const { mtimeMs } = fs.statSync(place);
  if (!fs.statSync(place).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...fs.readdirSync(place).map((inside) => newest(path.join(name, inside))));
}

if (import.meta.main) console.log(buildConsole() ? "console built" : "console is up to date");
