// The [BRAIN_CONTEXT] block of the worker protocol: fired nodes as a list with citations, within a budget.
// Every line of a node is indented, so that no text can end the block.

import { charactersOf, compareCharacters, firstCharacters } from "./characters.ts";
import { type CitedNode, type Source, sourceOf } from "./citation.ts";
import { linesOf } from "./lines.ts";

export interface PromptNode extends CitedNode {
  readonly id: string;
  readonly text: string;
  readonly authority: string;
}

export interface PromptOptions {
  /** Budget in characters; null for no limit. */
  readonly mostChars: number | null;
  /** Characters of the block taken by header, footer and line ends. */
  readonly frame: number;
  /** Most dropped nodes that the stats name. */
  readonly droppedNamed: number;
  /** False hides the ids of nodes; default true. */
  readonly withIds?: boolean;
}

export interface PromptStats {
  readonly prompt_context_len: number;
  readonly prompt_context_max_chars: number | null;
  readonly prompt_context_trimmed: boolean;
  readonly prompt_context_included_node_ids: readonly string[];
  readonly prompt_context_dropped_node_ids: readonly string[];
  readonly prompt_context_dropped_node_ids_truncated: boolean;
  readonly prompt_context_dropped_count: number;
}

export interface RankedStats extends PromptStats {
  readonly prompt_context_dropped_authority_counts: Readonly<Record<string, number>>;
}

export interface PromptContext<Stats = PromptStats> {
  readonly text: string;
  readonly stats: Stats;
}

interface Entry {
  readonly node: PromptNode;
  readonly source: Source | null;
}

const HEADER = "[BRAIN_CONTEXT v1]";
const FOOTER = "[/BRAIN_CONTEXT]";
const BETWEEN = "\n\n";
const RANKS = ["constitutional", "canonical", "overlay"];

/** The block with its nodes in order of their sources. Nodes must be given once each. */
export function promptContext(nodes: readonly PromptNode[], options: PromptOptions): PromptContext {
  return block(entriesOf(nodes).sort(bySource), options).context;
}

/**
 * The block with its nodes by authority, then by score, then by source.
 * Where scores are given, nodes without one come last among their equals.
 */
export function rankedPromptContext(
  nodes: readonly PromptNode[],
  scores: ReadonlyMap<string, number> | null,
  options: PromptOptions,
): PromptContext<RankedStats> {
  const scoreOf = ({ id }: PromptNode) => scores?.get(id) ?? Number.NEGATIVE_INFINITY;
  const entries = entriesOf(nodes).sort(
    (a, b) =>
      rankOf(a.node) - rankOf(b.node) || descending(scoreOf(a.node), scoreOf(b.node)) || bySource(a, b),
  );
  const { context, dropped } = block(entries, options);
  const counts: Record<string, number> = {};
  for (const { node } of dropped) {
    const authority = RANKS[rankOf(node)];
    counts[authority] = (counts[authority] ?? 0) + 1;
  }
  return {
    text: context.text,
    stats: { ...context.stats, prompt_context_dropped_authority_counts: counts },
  };
}

function block(entries: readonly Entry[], options: PromptOptions) {
  const { mostChars } = options;
  const rendered = entries.map((entry) => render(entry, options.withIds ?? true));
  const whole = framed(rendered);
  if (mostChars === null || (mostChars > 0 && charactersOf(whole) <= mostChars)) {
    return outcome(whole, false, entries, entries.length, options);
  }
  if (mostChars <= options.frame) {
    return outcome(firstCharacters(whole, Math.max(0, mostChars)), true, entries, 0, options);
  }
  const kept = beginning(rendered, mostChars - options.frame);
  return outcome(framed(kept), true, entries, kept.length, options);
}

/** The first texts that fit a budget together; of the very first one its beginning, when even it does not fit. */
function beginning(texts: readonly string[], budget: number): string[] {
  const kept: string[] = [];
  let used = 0;
  for (const text of texts) {
    const added = charactersOf(text) + (kept.length > 0 ? BETWEEN.length : 0);
    if (used + added > budget) break;
    kept.push(text);
    used += added;
  }
  return kept.length > 0 ? kept : [firstCharacters(texts[0], budget)];
}

function outcome(
  text: string,
  trimmed: boolean,
  entries: readonly Entry[],
  included: number,
  options: PromptOptions,
) {
  const dropped = entries.slice(included);
  const ids = (some: readonly Entry[]) => some.map(({ node }) => node.id);
  const stats: PromptStats = {
    prompt_context_len: charactersOf(text),
    prompt_context_max_chars: options.mostChars,
    prompt_context_trimmed: trimmed,
    prompt_context_included_node_ids: ids(entries.slice(0, included)),
    prompt_context_dropped_node_ids: ids(dropped.slice(0, options.droppedNamed)),
    prompt_context_dropped_node_ids_truncated: dropped.length > options.droppedNamed,
    prompt_context_dropped_count: dropped.length,
  };
  return { context: { text, stats }, dropped };
}

function framed(entries: readonly string[]): string {
  return [HEADER, ...(entries.length > 0 ? [entries.join(BETWEEN)] : []), FOOTER].join("\n");
}

function render({ node, source }: Entry, withIds: boolean): string {
  const lines = linesOf(node.text);
  return [
    withIds ? `- node: ${node.id}` : "- snippet",
    ...(source ? [`  source: ${source.citation}`] : []),
    ...(lines.length > 0 ? lines : [""]).map((line) => `  ${line}`),
  ].join("\n");
}

function entriesOf(nodes: readonly PromptNode[]): Entry[] {
  return nodes.map((node) => ({ node, source: sourceOf(node) }));
}

function bySource(a: Entry, b: Entry): number {
  if (a.source === null || b.source === null) {
    if (a.source !== b.source) return a.source === null ? 1 : -1;
    return compareCharacters(a.node.id, b.node.id);
  }
  return (
    compareCharacters(a.source.path, b.source.path) ||
    (a.source.start ?? 0) - (b.source.start ?? 0) ||
    compareCharacters(a.node.id, b.node.id)
  );
}

function rankOf({ authority }: PromptNode): number {
  const rank = RANKS.indexOf(authority);
  return rank < 0 ? RANKS.length - 1 : rank;
}

function descending(a: number, b: number): number {
  return a === b ? 0 : b - a;
}
