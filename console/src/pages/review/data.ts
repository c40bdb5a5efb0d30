// What the review page reads and decides: proposals of all agents of the tenant, each decided in the memory of its agent.

import type { MemoryClient } from "../../../../client/memory-client.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import type { ReviewReply } from "../../../../wire/review-queue.ts";

export type Queued = ReviewReply["proposals"][number];
export type Waiting = ReviewReply["waiting"];

const DAY_MS = 24 * 3_600_000;
/** A share that is as good as none. */
const LITTLE = 0.05;

/** What a proposal is called in a list: its title, or how it begins. */
export function titleOf({ title, content }: Pick<Queued, "title" | "content">): string {
  return title ?? content.split("\n", 1)[0];
}

/** How new it is, in words. */
export function noveltyOf(novelty: number): string {
  if (novelty <= LITTLE) return "hardly: nearly the same words are known";
  if (novelty >= 1 - LITTLE) return "nothing like it is known";
  return `${Math.round(novelty * 100)} % new`;
}

/** Whether the screen found something. */
export function isSuspicious({ screen }: Pick<Queued, "screen">): boolean {
  return screen !== undefined && screen.verdict !== "clean";
}

/** Whether its time to be decided is nearly over. */
export function isUrgent({ expires_at }: Pick<Queued, "expires_at">, now: number): boolean {
  return expires_at - now < 2 * DAY_MS;
}

/** What stands in its way, as labels for the list. */
export function warningsOf(proposal: Queued): string[] {
  return [
    ...(isSuspicious(proposal) ? ["suspicious"] : []),
    ...(proposal.conflicts.length > 0 ? ["contradicts memory"] : []),
    ...(proposal.conflicts.length === 0 && proposal.novelty <= LITTLE ? ["hardly new"] : []),
  ];
}

/** The reasons of the screen, as sentences. */
const REASONS: Readonly<Record<string, string>> = {
  cancels_instructions: "It tells whoever reads it to drop instructions.",
  changes_role: "It gives the reader another role.",
  asks_for_instructions: "It asks for the reader's instructions.",
  commands_the_reader: "It gives orders to the reader.",
  demands_secrecy: "It asks for silence about something.",
  sends_data_out: "It wants data sent elsewhere.",
  claims_authority: "It claims to speak for somebody in charge.",
  addresses_the_model: "It speaks to a language model.",
  imitates_structure: "It imitates the turns or tags of a conversation.",
  hides_characters: "It hides characters that nobody sees.",
  runs_a_command: "It wants a command run.",
  requests_a_task: "It asks the reader to do something.",
  named_by_a_model: "A language model named it.",
  expired: "It is older than memory of its kind may get.",
};

export function reasonOf(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}

export interface BatchOutcome {
  /** Ids that were decided. */
  readonly decided: readonly string[];
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** Decides many, in each agent's memory; tells after each part how many are done. */
export async function decideMany(
  memoryOf: (agent: string) => MemoryClient,
  proposals: readonly Queued[],
  verdict: { readonly approve: true } | { readonly approve: false; readonly reason?: string },
  done: (count: number) => void,
): Promise<BatchOutcome> {
  const decided: string[] = [];
  const refused: { id: string; message: string }[] = [];
  for (const [agent, own] of Map.groupBy(proposals, (one) => one.agent)) {
    const memory = memoryOf(agent);
    for (let from = 0; from < own.length; from += LIMITS.proposalsPerBatch) {
      const items = own
        .slice(from, from + LIMITS.proposalsPerBatch)
        .map(({ id, digest }) => ({ id, digest }));
      const { results } = verdict.approve
        ? await memory.approveBatch({ items })
        : await memory.rejectBatch({ items, reason: verdict.reason });
      for (const result of results) {
        if ("error" in result) refused.push({ id: result.id, message: result.error.message });
        else decided.push(result.id);
      }
      done(decided.length + refused.length);
    }
  }
  return { decided, refused };
}

/** A text around the first place where a value stands in it; null where it does not. */
export function around(text: string, value: string): readonly [string, string, string] | null {
  const at = value === "" ? -1 : text.toLowerCase().indexOf(value.toLowerCase());
  if (at < 0) return null;
  return [text.slice(0, at), text.slice(at, at + value.length), text.slice(at + value.length)];
}
