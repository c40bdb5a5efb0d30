// What the host's configuration must say for the plugin to work, as changes of a draft of it, each told in a line.
// Whatever else the configuration says stays as it is.

import { ALIASES, OPTIONS, type OptionName } from "../options.ts";
import { PLUGIN_ID } from "../plugin.ts";

/** A part of the host's configuration. */
export type Draft = Record<string, unknown>;

export interface Wanted {
  /** Options of the plugin; null takes one out. */
  readonly options: Readonly<Partial<Record<OptionName, unknown>>>;
}

/** What stands for the plugin in the host's configuration. */
export interface Standing {
  readonly enabled: boolean;
  readonly hasSlot: boolean;
  readonly allowsConversations: boolean;
  readonly allowsInjection: boolean;
  /** The bundled memory plugin is still on, although it has not got the slot. */
  readonly bundledIsOn: boolean;
  /** The list of plugins that may load leaves this one out. */
  readonly isLeftOut: boolean;
}

const BUNDLED = "memory-core";

export function standingIn(configuration: unknown): Standing {
  const plugins = part(configuration, "plugins");
  const entries = part(plugins, "entries");
  const own = part(entries, PLUGIN_ID);
  const hooks = part(own, "hooks");
  const hasSlot = part(plugins, "slots").memory === PLUGIN_ID;
  const { allow } = plugins;
  return {
    enabled: own.enabled !== false,
    hasSlot,
    allowsConversations: hooks.allowConversationAccess === true,
    allowsInjection: hooks.allowPromptInjection !== false,
    bundledIsOn: hasSlot && part(entries, BUNDLED).enabled !== false,
    isLeftOut: Array.isArray(allow) && allow.length > 0 && !allow.includes(PLUGIN_ID),
  };
}

/** Changes the draft, and says each change as `place: value`. A second time there is nothing to change. */
export function settle(draft: Draft, { options }: Wanted): string[] {
  const changes: string[] = [];
  const set = (holder: Draft, place: string, name: string, value: unknown) => {
    if (JSON.stringify(holder[name]) === JSON.stringify(value)) return;
    const had = holder[name] !== undefined;
    if (value === null) delete holder[name];
    else holder[name] = value;
    if (value !== null) changes.push(`${place}.${name}: ${shown(name, value)}`);
    else if (had) changes.push(`${place}.${name}: taken out`);
  };
  const plugins = within(draft, "plugins");
  const entries = within(plugins, "entries");
  const own = within(entries, PLUGIN_ID);
  const place = `plugins.entries.${PLUGIN_ID}`;
  set(own, place, "enabled", true);
  set(within(own, "hooks"), `${place}.hooks`, "allowConversationAccess", true);
  if (part(own, "hooks").allowPromptInjection === false) {
    set(within(own, "hooks"), `${place}.hooks`, "allowPromptInjection", true);
  }
  const config = within(own, "config");
  for (const [name, value] of Object.entries(options)) {
    for (const [alias, option] of Object.entries(ALIASES)) {
      if (option === name) set(config, `${place}.config`, alias, null);
    }
    set(config, `${place}.config`, name, value);
  }
  // The host loads no other memory plugin than the one that holds the slot.
  set(within(plugins, "slots"), "plugins.slots", "memory", PLUGIN_ID);
  set(within(entries, BUNDLED), `plugins.entries.${BUNDLED}`, "enabled", false);
  const { allow } = plugins;
  if (Array.isArray(allow) && allow.length > 0 && !allow.includes(PLUGIN_ID)) {
    set(plugins, "plugins", "allow", [...allow, PLUGIN_ID]);
  }
  return changes;
}

function shown(name: string, value: unknown): string {
  const isSecret = Object.hasOwn(OPTIONS, name) && OPTIONS[name as OptionName].sensitive === true;
  return isSecret && typeof value === "string" ? "(a secret)" : JSON.stringify(value);
}

/** A part that is read; anything but an object counts as empty. */
function part(holder: unknown, name: string): Readonly<Draft> {
  const value = (holder as Draft | null | undefined)?.[name];
  return isObject(value) ? value : {};
}

/** A part that is written to, made where it is missing. */
function within(holder: Draft, name: string): Draft {
  const value = holder[name];
  if (isObject(value)) return value;
  const made: Draft = {};
  holder[name] = made;
  return made;
}

function isObject(value: unknown): value is Draft {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
