// The manifest that a host reads without running the plugin, made from the tables of options and of tools.
// A wrong value or an unknown name in a user's configuration must not make the whole of it invalid, so the schema
// describes what is meant and lets everything pass; the plugin itself says what it does not use.

import { COMMAND } from "./feedback/command.ts";
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
    commandAliases: [{ name: COMMAND, kind: "runtime-slash", cliCommand: CLI_COMMANDS[0].name }],
    skills: ["skills"],
    configContracts: {
      secretInputs: {
        paths: [{ path: "token", expected: "string", ownerKind: "capability" }],
      },
    },
    uiHints: Object.fromEntries(
      options.map(([name, { label, help, placeholder, sensitive, basic, inert }]) => [
        name,
        {
          label,
          help: inert ? `No effect: ${inert}.` : help,
          ...(placeholder && { placeholder }),
          ...(sensitive && { sensitive }),
          ...(!basic && { advanced: true }),
        },
      ]),
    ),
    configSchema: configSchema(options),
  };
}

/** Any value at all: it comes after what is meant, so that a settings page still knows what to show. */
const ANYTHING = { type: ["null", "boolean", "number", "string", "array", "object"] };

function configSchema(options: readonly [OptionName, Option<unknown>][]): Record<string, unknown> {
  const lenient = (schema: Option<unknown>["schema"]) => {
    const { anyOf = [schema] } = schema as { anyOf?: readonly unknown[] };
    return { anyOf: [...anyOf, ANYTHING] };
  };
  const properties = options.map(([name, { schema, fallback, initial, help }]) => {
    const value = initial ?? fallback;
    return [name, { description: help, ...(value !== null && { default: value }), ...lenient(schema) }];
  });
  const aliases = Object.entries(ALIASES).map(([alias, name]) => [
    alias,
    { description: `The same as ${name}.`, ...lenient(OPTIONS[name].schema) },
  ]);
  const known = [...properties, ...aliases].map(([name]) => name);
  return {
    type: "object",
    // Nothing else is an option, and yet nothing else is an error: the plugin says that it ignores it.
    additionalProperties: false,
    patternProperties: { [`^(?!(?:${known.join("|")})$)`]: {} },
    properties: Object.fromEntries([...properties, ...aliases]),
  };
}
