// The configuration that the plugin works with, from whatever the host has: every option resolved, and one sentence
// for each value that is not used. It never throws, and a token that can't be used is no token.

import { baseUrlOf } from "../../client/addresses.ts";
import type { Option } from "./option.ts";
import { ALIASES, OPTIONS, type OptionName, type Options } from "./options.ts";
import { type Surroundings, type TokenState, tokenFrom } from "./token.ts";

export interface Config extends Omit<Options, "token"> {
  readonly token: TokenState;
  /** Why calls can't be made, in a sentence that says what to do; null when they can. */
  readonly obstacle: string | null;
}

export interface Resolved {
  readonly config: Config;
  readonly warnings: readonly string[];
}

export function resolveConfig(raw: unknown, surroundings: Surroundings): Resolved {
  const { options, warnings } = readOptions(raw);
  const token = tokenFrom(options, surroundings);
  const unsafe = addressFault(options.baseUrl);
  const config: Config = { ...options, token, obstacle: obstacleOf(options.baseUrl, unsafe, token) };
  return { config, warnings };
}

/** Every option, with a warning for each value or name that is not one. What should keep memory out and can't be read, does. */
export function readOptions(raw: unknown): { options: Options; warnings: string[] } {
  const warnings: string[] = [];
  const given = fieldsOf(raw, warnings);
  let isOff = false;
  const entries = Object.entries(OPTIONS as Record<string, Option<unknown>>).map(([name, option]) => {
    const value = given.get(name as OptionName);
    if (value === undefined || value === null) return [name, option.fallback];
    const read = option.read(value);
    if (read !== undefined) {
      if (option.inert && read !== option.fallback)
        warnings.push(`option ${name} changes nothing: ${option.inert}`);
      return [name, read];
    }
    const shown = option.sensitive ? kindOf(value) : shortened(value);
    const instead = option.restricts
      ? "memory is off until then"
      : `using ${JSON.stringify(option.fallback)}`;
    warnings.push(`option ${name} must be ${option.allowed}, not ${shown}; ${instead}`);
    isOff ||= option.restricts === true;
    return [name, option.fallback];
  });
  const options = Object.fromEntries(entries) as unknown as Options;
  return { options: isOff ? { ...options, enabled: false } : options, warnings };
}

function fieldsOf(raw: unknown, warnings: string[]): ReadonlyMap<OptionName, unknown> {
  const given = new Map<OptionName, unknown>();
  if (raw === undefined || raw === null) return given;
  if (typeof raw !== "object" || Array.isArray(raw)) {
    warnings.push(`the configuration must be an object, not ${kindOf(raw)}; using the defaults`);
    return given;
  }
  for (const [name, value] of Object.entries(raw)) {
    const option = Object.hasOwn(ALIASES, name) ? ALIASES[name] : (name as OptionName);
    if (!Object.hasOwn(OPTIONS, option)) {
      warnings.push(`there is no option ${shortened(name)}; it is ignored`);
    } else if (name === option || !Object.hasOwn(raw, option)) {
      given.set(option, value);
    }
  }
  return given;
}

/** What is wrong with the address, or null. Its text is never repeated: it may hold a password. */
export function addressFault(address: string | null): string | null {
  if (address === null) return null;
  if (!URL.canParse(address)) return "baseUrl must be a whole URL such as https://edgebrain.example";
  try {
    baseUrlOf(address);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function obstacleOf(address: string | null, unsafe: string | null, token: TokenState): string | null {
  if (address === null) return "not set up: set baseUrl to the address of your EdgeBrain service";
  if (unsafe !== null) return `not set up: ${unsafe}`;
  if (token.value === null) return `not set up: ${token.problem}`;
  return null;
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? kindOf(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
