// `Server-Timing` of a reply from an agent: where its time went, in milliseconds, and nothing else. Deployed, clocks stand
// still between two waits: what the object says of itself counts only what it waited for, and `call` is all of it.

import type { Context } from "hono";
import type { Environment } from "./environment.ts";

/** `called`: by `performance.now()`, when the object was asked; `value`: what it answered. */
export function serverTimingOf(c: Context<Environment>, called: number, value: unknown): string {
  const now = performance.now();
  const { timings, total_ms } = value as { timings?: Record<string, number>; total_ms?: number };
  const inside = Object.entries({ ...(total_ms !== undefined && { total_ms }), ...timings });
  const began = c.get("began");
  const spans: [name: string, ms: number][] = [
    ["auth", (c.get("admitted") ?? called) - began],
    ...inside.map(([name, ms]): [string, number] => [
      name === "total_ms" ? "object" : name.replace(/_ms$/, ""),
      ms,
    ]),
    ["call", now - called],
    ["total", now - began],
  ];
  return spans.map(([name, ms]) => `${name};dur=${Math.round(ms * 1000) / 1000}`).join(", ");
}
