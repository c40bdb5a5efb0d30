// What a model finds worth learning in a part of a conversation: corrections, teachings and reinforcements.
// Its reply is a stranger's: what has no content, or is none of the three, is dropped.

import { firstCharacters } from "./characters.ts";
import { digestOf } from "./digest.ts";
import { jsonIn } from "./extract-json.ts";
import type { Turn } from "./feedback-windows.ts";
import { strip } from "./lines.ts";
import { withoutSecrets } from "./secrets.ts";

export type EventType = "CORRECTION" | "TEACHING" | "REINFORCEMENT";
export type Severity = "low" | "medium" | "high";

export interface LearningEvent {
  readonly type: EventType;
  readonly content: string;
  readonly contentHash: string;
  readonly severity: Severity;
  /** Why the model thinks so; may be empty. */
  readonly context: string;
}

const LISTS: readonly (readonly [field: string, type: EventType])[] = [
  ["corrections", "CORRECTION"],
  ["teachings", "TEACHING"],
  ["reinforcements", "REINFORCEMENT"],
];
const SEVERITIES: readonly string[] = ["low", "medium", "high"] satisfies Severity[];
/** Characters of a turn that a model is shown, and of a context that is kept. */
const SHOWN = 1_200;
const CONTEXT = 600;

/** The question about a window of turns. */
export function miningPrompt(session: string, turns: readonly Turn[]): string {
  const lines = turns.map(({ role, text }) => `${role.toUpperCase()}: ${firstCharacters(text, SHOWN)}`);
  return [`Session: ${session}`, ...lines, "Extract learning signals."].join("\n\n");
}

/** The events of a reply, corrections first. */
export function eventsIn(reply: string): LearningEvent[] {
  const said = jsonIn(reply);
  if (typeof said !== "object" || said === null) return [];
  return LISTS.flatMap(([field, type]) => {
    const list: unknown = (said as Record<string, unknown>)[field];
    return Array.isArray(list) ? list.flatMap((item) => eventIn(item, type)) : [];
  });
}

/** Where a part of a session stands: its file, its first line and its last. */
export function pointerTo(session: string, first: number, last: number): string {
  return `${session}:${first}-${last}`;
}

/** What tells an event apart from all others, however often its session is read. */
export function eventKey({ type, contentHash }: LearningEvent, pointer: string): string {
  return [type, contentHash, pointer].join("|");
}

/** Id of the node that an event becomes; a reinforcement teaches. */
export function eventNodeId({ type, contentHash }: LearningEvent, pointer: string): string {
  const kind = type === "CORRECTION" ? "correction" : "teaching";
  return `learning::${kind}::${contentHash.slice(0, 12)}::${digestOf(pointer).slice(0, 10)}`;
}

function eventIn(item: unknown, type: EventType): LearningEvent[] {
  if (typeof item !== "object" || item === null) return [];
  const { content, context, severity } = item as Record<string, unknown>;
  const text = typeof content === "string" ? withoutSecrets(strip(content)) : "";
  if (text === "") return [];
  const named = String(severity).toLowerCase();
  return [
    {
      type,
      content: text,
      contentHash: digestOf(text),
      severity: SEVERITIES.includes(named) ? (named as Severity) : "medium",
      context: typeof context === "string" ? firstCharacters(strip(context), CONTEXT) : "",
    },
  ];
}
