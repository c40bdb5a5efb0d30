// The screen on every way that words take into memory: a draft asks it about each node whose words are new. What is
// suspicious is kept back, with its reasons; what is clearly an attack is refused where somebody can be told, unless an
// owner writes it or a file brings it. What a reviewer approved is let go at once, and what was let go stays so.

import { Refusal } from "../../wire/errors.ts";
import type { QuarantinedNodes } from "../../wire/screening.ts";
import type { Draft, Screen } from "../graph/draft.ts";
import { isQuarantined, type ScreenNote } from "../graph/records.ts";
import { digestOf } from "../text/digest.ts";
import { screened } from "../text/screening/screen.ts";
import { wordsIn } from "../text/screening/words-in.ts";
import type { Call, Memory, Work } from "./memory.ts";

/** Of what a change keeps back, so many are named in its reply. */
const NAMED = 100;

export interface ScreeningOptions {
  /** True: a reviewer has read what is added. */
  readonly decides?: boolean;
}

/** Whose words are screened, and when. */
interface Screening extends Pick<Call, "author" | "role"> {
  readonly at: number;
}

/** The screen of one call; undefined where settings know none. */
export function screenFor(
  { settings, store }: Pick<Memory, "settings" | "store">,
  { author, role, at }: Screening,
  { decides = false }: ScreeningOptions = {},
): Screen | undefined {
  if (!settings.screens) return undefined;
  return (node) => {
    // Made of texts that were screened before.
    if (node.origin === "merged" || node.origin === "split") return null;
    const isTrusted = decides || role === "owner" || node.origin === "workspace";
    const { verdict, reasons } = screened(wordsIn(node), { requests: !isTrusted });
    if (verdict === "clean") return null;
    const known = store.letGo(digestOf(node.text));
    if (known) return known;
    const note: ScreenNote = { verdict: isTrusted ? "quarantine" : verdict, reasons, at };
    return decides ? { ...note, released: { by: author, at } } : note;
  };
}

/** Refuses a change with a new text that is clearly an attack. */
export function refuseAttacks(draft: Draft): void {
  const attack = draft
    .change()
    .nodes.find((node) => isQuarantined(node) && node.screen?.verdict === "reject");
  if (attack) throw rejected((attack.screen as ScreenNote).reasons);
}

/** What is proposed, before anybody reads it: an attack is refused, and of all else the reviewer is told. */
export function refuseAttackIn({ settings, call }: Work, said: string): void {
  if (!settings.screens || call.role === "owner") return;
  const { verdict, reasons } = screened(said);
  if (verdict === "reject") throw rejected(reasons);
}

function rejected(reasons: readonly string[]): Refusal {
  return new Refusal(
    "input_rejected",
    `this text gives orders to whoever reads it (${reasons.join(", ")}): say what is to be known, or let an owner write it`,
    { reasons: [...reasons] },
  );
}

/** What a change keeps back, for its reply. */
export function keptBackBy(draft: Draft): QuarantinedNodes {
  return draft
    .change()
    .nodes.filter(isQuarantined)
    .slice(0, NAMED)
    .map(({ id, screen }) => ({ id, reasons: [...(screen as ScreenNote).reasons] }));
}
