// The tables of docs/cli.md: they follow from the command line's own table.

import { type Command, type Field, flagOf, GROUPS } from "../cli/src/command.ts";
import { COMMANDS } from "../cli/src/commands/index.ts";
import { COUNTERPARTS } from "../cli/src/counterparts.ts";
import { EXIT, EXIT_MEANINGS } from "../cli/src/exit.ts";
import { GLOBALS } from "../cli/src/program.ts";

type Table = readonly [head: readonly string[], rows: readonly (readonly string[])[]];

export const CLI_TABLES: Readonly<Record<"commands" | "globals" | "exits" | "counterparts", () => Table>> = {
  commands: () => [
    ["command", "for", "options", "does"],
    COMMANDS.map((command) => [
      `\`${[command.name, ...command.arguments.map(argumentOf)].join(" ")}\``,
      GROUPS[command.group],
      command.options.map((option) => `\`${flagOf(option)}\``).join(" "),
      command.summary,
    ]),
  ],
  globals: () => [["option", "does"], GLOBALS.map(({ flags, description }) => [`\`${flags}\``, description])],
  exits: () => [
    ["exit code", "meaning"],
    (Object.keys(EXIT) as (keyof typeof EXIT)[]).map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
  ],
  counterparts: () => [
    ["there", "here", "note"],
    COUNTERPARTS.map(({ system, command, here, note }) => [
      `${system}: \`${command}\``,
      here === null ? "none" : `\`${here}\``,
      note,
    ]),
  ],
};

function argumentOf(field: Field, at: number, all: Command["arguments"]): string {
  const name = `${field.name.replaceAll("_", "-")}${field.type === "texts" && at === all.length - 1 ? "…" : ""}`;
  return field.required === false ? `[${name}]` : `<${name}>`;
}
