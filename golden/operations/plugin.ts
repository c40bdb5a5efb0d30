// Golden operations of the OpenClaw plugin: the gate, the options, the question of a turn, and cleaned text in its
// fence. The cases write `{{BEGIN}}`, `{{END}}` and `{{BANNER}}` for what every implementation words itself.

import { markersOf } from "../../durable/text/markers.ts";
import { cleanText } from "../../plugin/src/clean.ts";
import { resolveConfig } from "../../plugin/src/config.ts";
import { blockOf, NOTICE } from "../../plugin/src/fence.ts";
import { deriveChatType, type GateRules, isAllowed, type Place } from "../../plugin/src/gate.ts";
import type { HostMessage } from "../../plugin/src/host.ts";
import { lineOf } from "../../plugin/src/recall/hit.ts";
import { latestUserText, normalizedQuestion } from "../../plugin/src/recall/question.ts";
import type { GoldenOperation } from "../cases.ts";

/** A hit as the reference's service answers it. */
interface WireHit {
  readonly title?: string;
  readonly domain?: string;
  readonly content: string;
  readonly score?: number;
  readonly conflict?: boolean;
  readonly untrusted?: boolean;
  readonly ingest_kind?: string;
  readonly memory_kind?: string;
  readonly lawful_basis?: string;
  readonly region?: string;
}

const NONCE = "0123456789abcdef01234567";
const { open: BEGIN, close: END } = markersOf(NONCE);
const FILE = "token-file";

export const PLUGIN: Readonly<Record<string, GoldenOperation>> = {
  "sanitize-for-block": ({ text }: { text: string }) => cleanText(filled(text), NONCE),

  "marker-forgery"(input: {
    marker: string;
    replace_space_number: number;
    with: string;
    prefix: string;
    suffix: string;
  }) {
    let spaces = 0;
    const forged = filled(input.marker).replace(/ /g, (space) =>
      ++spaces === input.replace_space_number ? input.with : space,
    );
    const cleaned = cleanText(input.prefix + forged + input.suffix, NONCE);
    return {
      contains_marker: cleaned.includes(BEGIN) || cleaned.includes(END),
      starts_with: cleaned.slice(0, input.prefix.trimEnd().length),
      ends_with: cleaned.slice(-input.suffix.trimStart().length),
    };
  },

  "normalize-recall-query": ({ text, maxChars }: { text: string; maxChars: number }) =>
    normalizedQuestion(text, maxChars),

  "latest-user-text": ({ messages }: { messages: readonly (HostMessage | null)[] }) =>
    latestUserText(messages),

  "is-recall-allowed": ({ config, context }: { config: GateRules; context: Place }) =>
    isAllowed(config, context),

  "derive-chat-type": (about: { channel?: string; trigger?: string }) => deriveChatType(about),

  "format-recall-context"({ hits }: { hits: readonly WireHit[] }) {
    const entries = hits
      .filter(({ untrusted }) => untrusted === true)
      .map((hit) => (number: number) => lineOf(hitOf(hit), number));
    const { text } = blockOf(entries, { nonce: NONCE });
    return text.replaceAll(BEGIN, "{{BEGIN}}").replaceAll(END, "{{END}}").replace(NOTICE, "{{BANNER}}");
  },

  "resolve-config"(input: { config: unknown; token_env?: string; token_file_text?: string }) {
    const { config } = resolveConfig(input.config, {
      environment: {
        ...(input.token_env !== undefined && { EDGEBRAIN_TOKEN: input.token_env }),
        ...(input.token_file_text !== undefined && { EDGEBRAIN_TOKEN_FILE: FILE }),
      },
      readOwnersFile: () => input.token_file_text as string,
    });
    return { ...config, authToken: config.token.value };
  },
};

function filled(text: string): string {
  return text.replaceAll("{{BEGIN}}", BEGIN).replaceAll("{{END}}", END);
}

function hitOf(hit: WireHit) {
  const label = (name: string, value?: string) => (value ? `${name}:${filled(value)}` : "");
  return {
    ...hit,
    ...(hit.title !== undefined && { title: filled(hit.title) }),
    content: filled(hit.content),
    labels: [
      label("src", hit.ingest_kind),
      label("mk", hit.memory_kind),
      label("lb", hit.lawful_basis),
      label("reg", hit.region),
    ],
  };
}
