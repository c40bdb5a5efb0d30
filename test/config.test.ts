// What is written twice must agree: the two worker configurations, the pinned versions, and the documents
// with the contract, the rules of behaviour with the tests that keep them.

import fs from "node:fs";
import path from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { PROFILES } from "../durable/graph/profiles.ts";
import * as d1 from "../schema/d1.ts";
import * as object from "../schema/object.ts";
import { DOCUMENTS, withTables } from "../scripts/docs-tables.ts";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

describe("configuration", () => {
  const deployed = sectionsOf("wrangler.toml");
  const local = sectionsOf("wrangler.local.toml");
  /** What needs an account, as Workers AI does wherever it is called from, or makes no sense on one machine. */
  const ACCOUNT_ONLY = ["ai", "vectorize", "observability", "triggers", "routes", "placement"];

  it("both configurations run the same worker at the same date, the local one with stand-ins beside it", () => {
    const { main, compatibility_date } = topOf(deployed);
    expect(main).toBe('"src/index.ts"');
    expect(topOf(local)).toMatchObject({ main: '"local/index.ts"', compatibility_date });
    const exported = (file: string) =>
      [...read(file).matchAll(/^export \{([^}]+)\}/gm)].map(([, names]) => names.trim());
    const classes = exported("src/index.ts").join(", ");
    expect(exported("local/index.ts")[0].split(", ").sort()).toEqual(
      [...classes.split(", "), "default"].sort(),
    );
    expect(topOf(local).name).toBe(`${topOf(deployed).name.slice(0, -1)}-local"`);
  });

  it("every local section is in the deployed configuration, name for name", () => {
    const shared = deployed.filter(({ name }) => name !== "" && !ACCOUNT_ONLY.includes(name));
    const standsIn = ({ values }: Section) => JSON.stringify(values).match(/StandIn|STAND_IN/) !== null;
    expect(local.filter((section) => section.name !== "" && !standsIn(section))).toEqual(shared);
  });

  it("no local binding needs an account", () => {
    expect(local.map(({ name }) => name).filter((name) => ACCOUNT_ONLY.includes(name))).toEqual([]);
    expect(read("wrangler.local.toml")).not.toMatch(/^\s*remote\s*=/m);
  });

  it("the deployed worker has the binding that embedders of Workers AI call", () => {
    expect(deployed).toContainEqual({ name: "ai", values: { binding: '"AI"' } });
  });

  it("versions of the toolchain are pinned, and the lock file holds them", () => {
    const { devDependencies, dependencies } = JSON.parse(read("package.json"));
    const locked = JSON.parse(read("package-lock.json")).packages;
    const pinned =
      "node wrangler miniflare vite vitest typescript @cloudflare/vitest-plugin @cloudflare/workers-types";
    for (const name of [...pinned.split(" "), "hono", "zod", "drizzle-orm"]) {
      const version = (devDependencies[name] ?? dependencies[name]) as string;
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(locked[`node_modules/${name}`].version, name).toBe(version);
    }
  });

  it("there is one runtime: tests and the local worker run the same workerd", () => {
    const paths = Object.keys(JSON.parse(read("package-lock.json")).packages);
    expect(paths.filter((name) => name.endsWith("node_modules/workerd"))).toHaveLength(1);
  });
});

describe("documents", () => {
  it.each(DOCUMENTS)("the tables of %s follow from the contract", (document) => {
    const text = read(document);
    expect(withTables(text)).toBe(text);
  });

  it("every path that a document names in the repository exists", () => {
    const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...markdownBelow("docs")];
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => path.posix.join(path.posix.dirname(document), target))
        .filter((target) => !fs.existsSync(path.join(ROOT, target)))
        .map((target) => `${document} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it("docs/storage.md has every table with its columns, and no other", () => {
    const documented = read("docs/storage.md")
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const cells = section.match(/^\| `.*?\|/gm) ?? [];
        return [section.match(/\w+/)?.[0], cells.flatMap((cell) => cell.match(/\w+/g))];
      });
    const homes = [...Object.values(d1), ...Object.values(object)].filter((value) => is(value, SQLiteTable));
    const defined = homes
      .map(getTableConfig)
      .map(({ name, columns }) => [
        name,
        columns.map((column) => column.name).filter((column) => column !== "agent"),
      ]);
    const sorted = (names: (string | undefined)[]) => [...names].sort();
    for (const [name, columns] of defined) {
      const [, written] = documented.find(([table]) => table === name) ?? [];
      expect(sorted((written ?? []) as string[]), String(name)).toEqual(sorted(columns as string[]));
    }
    expect(new Set(documented.map(([table]) => table))).toEqual(new Set(defined.map(([table]) => table)));
  });

  it("every command that the README names is a script of the package", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const named = [...read("README.md").matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("decisions", () => {
  it("the table of repairs names exactly the settings in which the profiles differ", () => {
    const rows = read("docs/repairs.md")
      .split("\n")
      .filter((line) => line.startsWith("| "));
    const named = rows.slice(2).flatMap(
      (row) =>
        row
          .split("|")
          .at(-2)
          ?.match(/[\w.]+(?=`)/g) ?? [],
    );
    expect(named.sort()).toEqual(differences(PROFILES.parity, PROFILES.product).sort());
  });

  it("a decision fits on a page and says its status, the problem and what else there was", () => {
    for (const page of markdownBelow("docs/decisions")) {
      const text = read(page);
      expect(text.trimEnd().split("\n").length, page).toBeLessThanOrEqual(64);
      for (const part of ["Status: ", "Problem", "Decision", "Alternatives"])
        expect(text, page).toContain(part);
    }
  });
});

describe("rules of behaviour", () => {
  const rules = [...read("docs/spec.md").matchAll(/^- \*\*([A-Z]{2}\d+)\*\* /gm)].map(([, id]) => id);
  const quoted = new Set(
    codeBelow("test").flatMap((file) => [...read(file).matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, id]) => id)),
  );

  it("no id is given twice", () => {
    expect(rules.filter((id, at) => rules.indexOf(id) !== at)).toEqual([]);
  });

  it("every rule has a test that quotes it", () => {
    expect(rules.filter((id) => !quoted.has(id))).toEqual([]);
  });

  it("every id that a test quotes is a rule", () => {
    expect([...quoted].filter((id) => !rules.includes(id)).sort()).toEqual([]);
  });
});

interface Section {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Names of the leaves that differ, with a dot between the parts. */
function differences(one: object, other: object): string[] {
  return Object.entries(one).flatMap(([name, value]) => {
    const counterpart = (other as Record<string, unknown>)[name];
    if (value === null || typeof value !== "object" || Array.isArray(value))
      return JSON.stringify(value) === JSON.stringify(counterpart) ? [] : [name];
    return differences(value, counterpart as object).map((inner) => `${name}.${inner}`);
  });
}

/** The sections of a flat TOML file in order, comments aside; values as they are written. */
function sectionsOf(file: string): Section[] {
  const sections: { name: string; values: Record<string, string> }[] = [{ name: "", values: {} }];
  for (const line of read(file).split("\n")) {
    const section = /^\[\[?([\w.]+)\]\]?\s*$/.exec(line);
    const value = /^(\w+)\s*=\s*(.+?)\s*$/.exec(line);
    if (section) sections.push({ name: section[1], values: {} });
    else if (value) sections[sections.length - 1].values[value[1]] = value[2];
  }
  return sections;
}

function topOf(sections: readonly Section[]): Readonly<Record<string, string>> {
  return sections[0].values;
}

function markdownBelow(folder: string): string[] {
  return listed(folder).filter((file) => file.endsWith(".md"));
}

/** Tests, and the suites that several of them share. */
function codeBelow(folder: string): string[] {
  return listed(folder).filter((file) => file.endsWith(".ts"));
}

function listed(folder: string): string[] {
  const names = fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => `${folder}/${name.split(path.sep).join("/")}`).sort();
}
