// The hooks of this program within the settings of Claude Code: put in, taken out, and known again by their command. Pure:
// what is not this program's stays as it is, and settings that can't be read for certain are refused.

import * as z from "zod";
import type { Hook } from "./deadline.ts";

export const EVENTS = { pre: "UserPromptSubmit", post: "Stop" } as const satisfies Record<Hook, string>;
const NAMES = Object.entries(EVENTS) as [Hook, (typeof EVENTS)[Hook]][];

/** A command of this program, by whatever path, also out of a checkout. */
const OWN =
  /(?:^|[\\/\s"'])(?:edgebrain(?:\.[cm]?js|\.cmd)?|cli[\\/]src[\\/]index\.ts)["']?\s(?:.*\s)?hook\s+(pre|post)(?:\s|$)/;

const Group = z.looseObject({ hooks: z.array(z.looseObject({})) });
const Settings = z.looseObject({ hooks: z.record(z.string(), z.unknown()).optional() });
export type Settings = z.infer<typeof Settings>;
type Group = z.infer<typeof Group>;

/** Commands of hooks, each with the seconds after which the host ends it. */
export type Commands = Readonly<Record<Hook, { readonly command: string; readonly timeout: number }>>;

/** What is wrong with a settings file, for its owner. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** Throws `Malformed`. */
export function settingsIn(text: string): Settings {
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    throw new Malformed(`it is no JSON (${(error as Error).message})`);
  }
  const read = Settings.safeParse(value);
  if (!read.success) throw new Malformed(placed(read.error));
  for (const [, event] of NAMES) groupsOf(read.data, event);
  return value as Settings;
}

/** Settings with these hooks, in the place of earlier ones of this program; the same object where nothing changes. */
export function withHooks(settings: Settings, commands: Commands): Settings {
  const hooks = { ...settings.hooks };
  for (const [hook, event] of NAMES) {
    const wanted = { type: "command", ...commands[hook] };
    const groups = groupsOf(settings, event);
    const own = groups.flatMap((group) => group.hooks.filter((one) => isOwn(one, hook)));
    if (own.length === 1 && sameValue(own[0], wanted)) continue;
    hooks[event] = [...without(groups, hook), { hooks: [wanted] }];
  }
  return sameValue(hooks, settings.hooks ?? {}) ? settings : { ...settings, hooks };
}

/** Settings without any hook of this program; what is empty then goes, and nothing else. */
export function withoutHooks(settings: Settings): Settings {
  const installed = hooksOf(settings);
  if (installed.pre === null && installed.post === null) return settings;
  const hooks: Record<string, unknown> = { ...settings.hooks };
  for (const [hook, event] of NAMES) {
    if (installed[hook] === null) continue;
    const left = without(groupsOf(settings, event), hook);
    if (left.length > 0) hooks[event] = left;
    else delete hooks[event];
  }
  const { hooks: _, ...others } = settings;
  return Object.keys(hooks).length > 0 ? { ...settings, hooks } : others;
}

/** The commands of this program that settings hold. */
export function hooksOf(settings: Settings): Record<Hook, string | null> {
  const found = (hook: Hook) => {
    const own = groupsOf(settings, EVENTS[hook]).flatMap(({ hooks }) =>
      hooks.filter((one) => isOwn(one, hook)),
    );
    return own.length === 0 ? null : String(own[0].command);
  };
  return { pre: found("pre"), post: found("post") };
}

function groupsOf(settings: Settings, event: string): Group[] {
  const read = z.array(Group).safeParse(settings.hooks?.[event] ?? []);
  if (read.success) return (settings.hooks?.[event] ?? []) as Group[];
  throw new Malformed(placed(read.error, "hooks", event));
}

function without(groups: readonly Group[], hook: Hook): Group[] {
  return groups.flatMap((group) => {
    const left = group.hooks.filter((one) => !isOwn(one, hook));
    if (left.length === group.hooks.length) return [group];
    return left.length === 0 ? [] : [{ ...group, hooks: left }];
  });
}

/** Whatever the path of the program, its options, and the time that it is given. */
function isOwn({ type, command }: Readonly<Record<string, unknown>>, hook: Hook): boolean {
  if (type !== "command" || typeof command !== "string") return false;
  return OWN.exec(command)?.[1] === hook;
}

function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Names the place as one would write it; the whole is `it`. */
function placed({ issues: [issue] }: z.ZodError, ...where: string[]): string {
  const place = [...where, ...issue.path]
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
  return `${place || "it"} is not as Claude Code has it (${issue.message})`;
}
