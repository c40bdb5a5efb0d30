// The rules of the house, kept by machine: who may import whom, what pure rooms don't know,
// how long a file may be and how it opens, and what is never committed.

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOMS, type Room } from "./support/rooms.ts";

const ROOT = path.join(import.meta.dirname, "..");
const SKIPPED = new Set("node_modules .git .wrangler .edgebrain dist coverage".split(" "));
/** Made from `console/`, and not committed. */
const BUILT = "assets/console";
const LONGEST = 300;

const PURE = ["audit", "durable/graph", "durable/text"];
const UNKNOWN_TO_PURE =
  /\b(Date|Math\.random|async|await|Promise|fetch|console|crypto|process|performance|globalThis|queueMicrotask|set(Timeout|Interval|Immediate))\b/;

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const files = filesBelow("");
const code = files.filter((file) => isCode(file) && !file.endsWith(".d.ts") && roomOf(file));

describe("rooms", () => {
  it("a room imports only what its line in the table allows", () => {
    const wrong = code.flatMap((file) =>
      importsOf(read(file))
        .filter((one) => !isAllowed(file, one))
        .map(({ specifier }) => `${file} imports ${resolved(file, specifier)}`),
    );
    expect(wrong).toEqual([]);
  });

  it("every code file belongs to a room", () => {
    const homeless = files.filter(
      (file) => isCode(file) && file.includes("/") && !roomOf(file) && !file.startsWith("docs/"),
    );
    expect(homeless).toEqual([]);
  });

  it("no file reaches itself through its imports", () => {
    expect(cycles()).toEqual([]);
  });

  it("pure rooms know no clock, chance, promise or platform", () => {
    const impure = code
      .filter((file) => PURE.some((room) => file.startsWith(`${room}/`)))
      .flatMap((file) =>
        bare(read(file))
          .split("\n")
          .map((line, at) => ({ place: `${file}:${at + 1}`, found: UNKNOWN_TO_PURE.exec(line)?.[0] }))
          .filter(({ found }) => found)
          .map(({ place, found }) => `${place} knows ${found}`),
      );
    expect(impure).toEqual([]);
  });

  it("code asks for a setting, never for a profile by name", () => {
    const asking = code.filter(
      (file) => file.startsWith("durable/") && /[!=]==\s*"(parity|product)"/.test(read(file)),
    );
    expect(asking).toEqual([]);
  });
});

describe("files", () => {
  const written = files.filter(
    (file) => !file.startsWith("migrations/") && !file.startsWith("golden/cases/") && !file.includes(".gen."),
  );

  it(`code has at most ${LONGEST} lines a file`, () => {
    const long = written.filter((file) => isCode(file) && read(file).split("\n").length > LONGEST + 1);
    expect(long).toEqual([]);
  });

  it("every code and configuration file opens with a comment that says what it is for", () => {
    const silent = written.filter((file) => {
      if (isCode(file)) return !/^(#!.*\n)?\/[/*]/.test(read(file));
      if (file.endsWith(".toml")) return !read(file).startsWith("#");
      return false;
    });
    expect(silent).toEqual([]);
  });

  it("nothing is left for later", () => {
    const mark = new RegExp(["TO" + "DO", "FIX" + "ME", "X" + "XX"].map((word) => `\\b${word}\\b`).join("|"));
    expect(written.filter((file) => isText(file) && mark.test(read(file)))).toEqual([]);
  });

  it("names no folder of one machine and no registry", () => {
    const folder = /(?<![\w.*}$-])\/(?:home|Users|root|work|tmp|mnt)\/[\w.-]/;
    const registry = /https?:\/\/[^\s"')]*(?:registry|artifactory|verdaccio|nexus)[^\s"')]*/i;
    const self = "test/house-rules.test.ts";
    const local = files.filter(
      (file) => file !== self && isText(file) && (folder.test(read(file)) || registry.test(read(file))),
    );
    expect(local).toEqual([]);
  });

  it("no name of a file says nothing", () => {
    const empty = /(^|\/)(utils?|helpers?|manager|misc|common|types)\.tsx?$/;
    expect(code.filter((file) => empty.test(file))).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (name === BUILT) return [];
      return entry.isDirectory() ? filesBelow(name) : [name];
    });
}

function read(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), "utf8");
}

function isCode(file: string): boolean {
  return /\.tsx?$/.test(file);
}

function isText(file: string): boolean {
  return /\.(ts|tsx|js|json|toml|md|yaml|yml|sql|py|html|css|sh)$/.test(file) || /(^|\/)[^.]+$/.test(file);
}

function isIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function roomOf(file: string): Room | undefined {
  return ROOMS.filter(({ name }) => isIn(file, name)).sort((a, b) => b.name.length - a.name.length)[0];
}

/** Imports and re-exports of a file, dynamic ones too; type-only when every name is. */
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const statement =
    /^\s*(?:import|export)\s+(?:(type)\s+)?(?:([\w*{}\s,$]+?)\s+from\s+)?"([^"]+)"|(await\s+)?\bimport\(\s*"([^"]+)"\s*\)/gm;
  for (const [, type, names, specifier, awaited, dynamic] of source.matchAll(statement)) {
    const inner = /\{([^}]*)\}/.exec(names ?? "")?.[1].trim();
    const each = inner?.split(",").filter((name) => name.trim() !== "");
    const inlineTypes =
      each !== undefined && each.length > 0 && each.every((name) => /^\s*type\s/.test(name));
    const typePosition = dynamic !== undefined && awaited === undefined;
    found.push({
      specifier: specifier ?? dynamic,
      typeOnly: type !== undefined || inlineTypes || typePosition,
    });
  }
  return found;
}

/** A path of this project, or the name of a package. */
function resolved(file: string, specifier: string): string {
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}

function isAllowed(file: string, { specifier, typeOnly }: Import): boolean {
  const room = roomOf(file) as Room;
  const target = resolved(file, specifier);
  if (isIn(target, room.name) && roomOf(target) === room) return true;
  const allowed = typeOnly ? [...room.imports, ...(room.types ?? [])] : room.imports;
  return allowed.some((place) =>
    place.endsWith("*") ? target.startsWith(place.slice(0, -1)) : isIn(target, place),
  );
}

/** The code alone: comments and the inside of strings blanked, lines kept. */
function bare(source: string): string {
  const token = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
  return source.replace(token, (text) => text.replace(/[^\n]/g, " "));
}

function cycles(): string[] {
  const graph = new Map(
    code.map((file) => [file, importsOf(read(file)).map((one) => resolved(file, one.specifier))]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
    if (done.has(file) || trail.includes(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
