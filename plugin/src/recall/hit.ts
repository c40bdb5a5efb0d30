// One piece of recalled memory and its line in a block: number, where it is from, what it says. Every part is
// cleaned, and only what the service marks as untrusted data is shown at all.

import * as z from "zod";
import { firstCharacters } from "../../../durable/text/characters.ts";
import { FiredNode } from "../../../wire/query.ts";
import { cleanText } from "../clean.ts";

export interface Hit {
  readonly title?: string | undefined;
  readonly domain?: string | undefined;
  /** 0 … 1, shown as a percentage; a walk's score is none. */
  readonly score?: number | undefined;
  readonly conflict?: boolean | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly content: string;
}

/** Characters of a memory that a block shows. */
export const MOST_SHOWN = 1_000;

export function lineOf({ title, domain, score, conflict, labels, content }: Hit, number: number): string {
  const name = title === undefined ? "" : shortened(title);
  const place = domain === undefined ? "" : shortened(domain);
  const label = shortened((labels ?? []).filter((one) => one.trim() !== "").join(" · "));
  return [
    `${number}.`,
    ...(name ? [name] : []),
    ...(place ? [`[${place}]`] : []),
    ...(score !== undefined && Number.isFinite(score) ? [`(${Math.round(score * 100)}%)`] : []),
    ...(conflict === true ? ["⚠conflicted"] : []),
    ...(label ? [`[${label}]`] : []),
    shortened(content),
  ].join(" ");
}

function shortened(text: string): string {
  const cleaned = cleanText(text);
  const start = firstCharacters(cleaned, MOST_SHOWN);
  return start === cleaned ? cleaned : `${start.trimEnd()}…`;
}

/** A hit of the service that may be shown. */
export interface Recalled extends Hit {
  readonly id: string;
  readonly kind: string;
  readonly walkScore: number;
}

/** Hits as the service answers them; null for one that is not marked as untrusted, or is none. */
export function recalledIn(fired: unknown): Recalled | null {
  const read = FiredNode.safeParse(fired);
  if (!read.success) return null;
  const { id, kind, text, score, provenance } = read.data;
  return {
    id,
    kind,
    walkScore: score,
    title: provenance.citation === kind ? undefined : (provenance.citation ?? undefined),
    // What comes from the workspace says so by its citation.
    labels: [
      ...(kind === "chunk" ? [] : [kind]),
      ...(provenance.authority === "overlay" ? [] : [provenance.authority]),
    ],
    content: text,
  };
}

/** What is read of an answer; one hit of another shape does not spoil the others. */
export const RecallReply = z.object({
  query_id: z.string().min(1),
  decision: z.string(),
  fired: z.array(z.unknown()),
});
export type RecallReply = z.infer<typeof RecallReply>;

/** What is read of one memory; a service that is newer than the plugin may say more. */
export const MemoryReply = z.object({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  file: z.string().nullable(),
  untrusted: z.literal(true),
});
export type MemoryReply = z.infer<typeof MemoryReply>;
