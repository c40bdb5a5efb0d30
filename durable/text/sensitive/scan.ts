// The one scanner for what not everybody may read: personal data and secrets. Finding and masking use the same places, so
// what is found is masked and nothing else is. Masking again changes nothing, nothing throws, and the work grows with
// the text. Names of people are not claimed: no library does that in few bytes and many languages.

import { isAccount, isCard } from "./numbers.ts";
import { phonesIn } from "./phones.ts";
import { SECRET_RULES } from "./secret-rules.ts";

export const SENSITIVE_KINDS = ["secret", "email", "iban", "card", "ip", "mac", "phone"] as const;
export type SensitiveKind = (typeof SENSITIVE_KINDS)[number];
export const PERSONAL_KINDS: readonly SensitiveKind[] = SENSITIVE_KINDS.filter((kind) => kind !== "secret");

/** The kinds that are hidden from somebody. */
export function kindsOf(hidden: { readonly personal: boolean; readonly secrets: boolean }): SensitiveKind[] {
  return [...(hidden.secrets ? (["secret"] as const) : []), ...(hidden.personal ? PERSONAL_KINDS : [])];
}

export interface Span {
  readonly kind: SensitiveKind;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

type Finder = (text: string) => Iterable<Omit<Span, "kind">>;

const EMAIL =
  /(?<![\p{L}\p{N}._%+@-])[\p{L}\p{N}_%+][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@-]|:[\w/~])/gu;
const CARD = /(?<![\p{L}\p{N}_.-])\d(?:[ -]?\d){11,24}(?![\p{L}\p{N}_]|[-.]\d)/gu;
const ACCOUNT =
  /(?<![\p{L}\p{N}])(?:[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,8}(?: [A-Z0-9]{1,3})?|[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30})(?![\p{L}\p{N}])/gu;
const QUAD = /(?<![\p{L}\p{N}_.-]|version )\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}_-]|\.\d)/gu;
const IPV6 = /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/giu;
const MAC = /(?<![\w:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])/gi;

/** In order of precedence: where two overlap, the first one counts. */
const FINDERS: Readonly<Record<SensitiveKind, Finder>> = {
  *secret(text) {
    const lower = text.toLowerCase();
    const hinted = SECRET_RULES.filter(({ hint }) => hint(lower, text)).flatMap(({ rules }) => rules);
    if (hinted.length === 0) return;
    // What an earlier rule took is no one else's: `TOKEN=…` keeps its name though all of it looks random.
    const taken = new Uint8Array(text.length);
    for (const { pattern, after = 0 } of hinted) {
      for (const match of text.matchAll(pattern)) {
        const start = match.index + match[1].length;
        const end = match.index + match[0].length - after;
        if (taken.subarray(start, end).includes(1)) continue;
        taken.fill(1, start, end);
        yield { start, end };
      }
    }
  },
  email: (text) => (text.includes("@") ? places(text, EMAIL) : []),
  iban: (text) => places(text, ACCOUNT, (found) => isAccount(found.replaceAll(" ", ""))),
  *card(text) {
    for (const { 0: found, index } of text.matchAll(CARD)) yield* cardsIn(found, index);
  },
  *ip(text) {
    yield* places(text, QUAD, isAddress);
    if (text.includes(":")) yield* places(text, IPV6, isLongAddress);
  },
  mac: (text) => places(text, MAC),
  phone: phonesIn,
};

function* places(
  text: string,
  pattern: RegExp,
  isRight: (found: string) => boolean = () => true,
): Iterable<Omit<Span, "kind">> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (isRight(found)) yield { start: index, end: index + found.length };
  }
}

/** A run of digits may hold more than the card: whole groups of it are tried. */
function* cardsIn(found: string, index: number): Iterable<Omit<Span, "kind">> {
  const groups = Array.from(found.matchAll(/\d+/g), (group) => ({
    start: group.index,
    end: group.index + group[0].length,
  }));
  for (let first = 0; first < groups.length; first++) {
    for (let last = groups.length - 1; last >= first; last--) {
      const { start } = groups[first];
      const { end } = groups[last];
      if (!isCard(found.slice(start, end).replace(/\D/g, ""))) continue;
      yield { start: index + start, end: index + end };
      return;
    }
  }
}

/** Addresses that stand for this very machine, or for none, say nothing of anyone. */
function isAddress(found: string): boolean {
  const bytes = found.split(".").map(Number);
  return bytes.every((byte) => byte < 256) && bytes[0] !== 127 && bytes[0] !== 0 && bytes[0] !== 255;
}

function isLongAddress(found: string): boolean {
  const [head, tail, ...more] = found.split("::");
  const groups = found.split(":").filter((group) => group !== "");
  if (more.length > 0 || groups.length < 3 || !/\d/.test(found)) return false;
  return tail === undefined
    ? groups.length === 8
    : groups.length < 8 && !head.startsWith(":") && !tail.endsWith(":");
}

/** What the text holds, in order; no two overlap. */
export function sensitiveSpans(text: string, kinds: readonly SensitiveKind[] = SENSITIVE_KINDS): Span[] {
  const taken: Span[] = [];
  for (const kind of SENSITIVE_KINDS) {
    if (!kinds.includes(kind)) continue;
    const found = Array.from(FINDERS[kind](text), (place) => ({ ...place, kind })).filter(
      ({ start, end }) => end > start,
    );
    for (const span of merged(found)) taken.push(span);
  }
  return withoutOverlaps(taken);
}

/** Kinds that the text holds, each once. */
export function sensitiveKinds(
  text: string,
  kinds: readonly SensitiveKind[] = SENSITIVE_KINDS,
): SensitiveKind[] {
  return [...new Set(sensitiveSpans(text, kinds).map(({ kind }) => kind))];
}

/** The text with what it holds of these kinds masked. */
export function redacted(
  text: string,
  kinds: readonly SensitiveKind[] = SENSITIVE_KINDS,
  maskOf: (kind: SensitiveKind) => string = (kind) => `[redacted:${kind}]`,
): string {
  let result = "";
  let from = 0;
  for (const { kind, start, end } of sensitiveSpans(text, kinds)) {
    result += text.slice(from, start) + maskOf(kind);
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Spans of one kind, those that overlap as one. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && span.start < last.end)
      result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

/**
 * In order of places. What overlaps a secret is part of its address; of any other two that overlap the kind of higher
 * precedence stays, as wide as both.
 */
function withoutOverlaps(spans: readonly Span[]): Span[] {
  const rank = ({ kind }: Span) => SENSITIVE_KINDS.indexOf(kind);
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || rank(a) - rank(b))) {
    const last = result.at(-1);
    if (!last || span.start >= last.end) result.push(span);
    else if (last.kind === "secret") continue;
    else if (span.kind === "secret") result[result.length - 1] = span;
    else
      result[result.length - 1] = {
        kind: rank(span) < rank(last) ? span.kind : last.kind,
        start: last.start,
        end: Math.max(last.end, span.end),
      };
  }
  return result;
}
