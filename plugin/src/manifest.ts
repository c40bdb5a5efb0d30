// The manifest that a host reads without running the plugin, made from the tables of options and of tools.
// A wrong value or an unknown name in a user's configuration must not make the whole of it invalid, so the schema
// describes what is meant and lets everything pass; the plugin itself says what it does not use.

import type { Option } from "./option.ts";
import { ALIASES, OPTIONS, type OptionName } from "./options.ts";
import { TOOLS } from "./tools/index.ts";

/** Commands of the host's command line; the feature that registers them uses these rows too. */
export const CLI_COMMANDS = [
  {
    name: "edgebrain",
    description: "Set up, check and use EdgeBrain memory",
    hasSubcommands: true,
  },
] as const;

export function manifest(id: string, version: string): Record<string, unknown> {
  const options = Object.entries(OPTIONS) as [OptionName, Option<unknown>][];
  return {
    id,
    name: "EdgeBrain memory",
    description:
      "Memory that learns what to recall and what to leave out, kept by an EdgeBrain service and the same on every device.",
    version,
    kind: "memory",
    categories: ["memory"],
    activation: { onStartup: true },
    contracts: { tools: TOOLS.map(({ name }) => name) },
    toolMetadata: Object.fromEntries(
      TOOLS.map(({ name, effect }) => [
        name,
        effect === "reads" ? { replaySafe: true } : { sideEffecting: true },
      ]),
    ),
    cliCommands: CLI_COMMANDS,
    skills: ["skills"],
    configContracts: {
      secretInputs: {
        paths: [{ path: "token", expected: "string", ownerKind: "capability" }],
      },
    },
    uiHints: Object.fromEntries(
      options.map(([name, { label, help, placeholder, sensitive, basic }]) => [
        name,
        {
          label,
          help,
          ...(placeholder && { placeholder }),
          ...(sensitive && { sensitive }),
          ...(!basic && { advanced: true }),
        },
      ]),
    ),
    configSchema: configSchema(options),
  };
}

function configSchema(options: readonly [OptionName, Option<unknown>][]): Record<string, unknown> {
  const properties = options.map(([name, { schema, fallback, initial, help }]) => {
    const value = initial ?? fallback;
    return [name, { description: help, ...schema, ...(value !== null && { default: value }) }];
  });
  const aliases = Object.entries(ALIASES).map(([alias, name]) => [
    alias,
    { description: `The same as ${name}.`, ...(OPTIONS[name] as Option<unknown>).schema },
  ]);
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries([...properties, ...aliases]),
  };
}
