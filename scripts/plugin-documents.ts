// Writes what of the plugin's package follows from its tables: the manifest, and the options in its README.
// `--check` changes nothing and fails when one is out of date.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { manifest } from "../plugin/src/manifest.ts";
import type { Option } from "../plugin/src/option.ts";
import { OPTIONS } from "../plugin/src/options.ts";
import { TOOLS } from "../plugin/src/tools/index.ts";

const PLUGIN = path.join(import.meta.dirname, "../plugin");
const ID = "edgebrain";

const read = (file: string) => fs.readFileSync(path.join(PLUGIN, file), "utf8");

/** Each file with what it should hold. */
export function pluginDocuments(): readonly (readonly [file: string, text: string])[] {
  const { version } = JSON.parse(read("package.json"));
  return [
    ["openclaw.plugin.json", `${JSON.stringify(manifest(ID, version), null, 2)}\n`],
    ["README.md", withTables(read("README.md"))],
  ];
}

function withTables(text: string): string {
  return text.replace(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => `${start}${TABLES[name]()}\n${end}`,
  );
}

const TABLES: Readonly<Record<string, () => string>> = {
  options: () =>
    table(
      ["option", "may be", "when not set", "does"],
      Object.entries(OPTIONS as Record<string, Option<unknown>>).map(
        ([name, { allowed, fallback, initial, help, inert }]) => {
          const value = initial ?? fallback;
          return [
            `\`${name}\``,
            allowed,
            value === null ? "nothing" : `\`${JSON.stringify(value)}\``,
            inert ? `Nothing: ${inert}.` : help,
          ];
        },
      ),
    ),
  tools: () =>
    table(
      ["tool", "does"],
      TOOLS.map(({ name, description }) => [`\`${name}\``, description]),
    ),
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s+/g, " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const stale = pluginDocuments().filter(
    ([file, text]) => !fs.existsSync(path.join(PLUGIN, file)) || read(file) !== text,
  );
  if (process.argv.includes("--check")) {
    for (const [file] of stale) console.error(`plugin/${file} is out of date`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const [file, text] of stale) fs.writeFileSync(path.join(PLUGIN, file), text);
  }
}
