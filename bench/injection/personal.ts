// How much of the marked personal data the scanner finds, and how much of what it finds is marked. A place counts when it
// overlaps one of the same kind.

import { type SensitiveKind, sensitiveSpans } from "../../durable/text/sensitive/scan.ts";
import type { Row } from "../rows.ts";
import { NAIVE_FINDERS } from "./naive.ts";
import type { MarkedText } from "./planted.ts";

const TYPES: ReadonlyMap<string, SensitiveKind> = new Map([
  ["EMAIL_ADDRESS", "email"],
  ["PHONE_NUMBER", "phone"],
  ["CREDIT_CARD", "card"],
  ["IBAN_CODE", "iban"],
  ["IP_ADDRESS", "ip"],
]);

interface Place {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const SYSTEMS: Readonly<Record<string, (text: string) => Place[]>> = {
  edgebrain: (text) => sensitiveSpans(text),
  reference: (text) =>
    Object.entries(NAIVE_FINDERS).flatMap(([kind, pattern]) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
        kind,
        start: index,
        end: index + found.length,
      })).filter(({ start, end }) => kind !== "phone" || hasDigits(text.slice(start, end))),
    ),
};

function hasDigits(found: string): boolean {
  const digits = found.replace(/\D/g, "").length;
  return digits >= 10 && digits <= 15;
}

export function personalRows(texts: readonly MarkedText[], params: Row["params"]): Row[] {
  return Object.entries(SYSTEMS).flatMap(([system, find]) => {
    const read = texts.map(({ text, spans }) => ({
      marked: spans.flatMap(({ type, start, end }) => {
        const kind = TYPES.get(type);
        return kind ? [{ kind, start, end }] : [];
      }),
      found: find(text).filter(({ kind }) => [...TYPES.values()].includes(kind as SensitiveKind)),
    }));
    return ["all", ...TYPES.values()].flatMap((type) => {
      const of = (places: readonly Place[]) => places.filter(({ kind }) => type === "all" || kind === type);
      const marked = sum(read.map((one) => of(one.marked).length));
      const found = sum(read.map((one) => of(one.found).length));
      const met = sum(
        read.map(
          (one) => of(one.marked).filter((place) => one.found.some((other) => meets(place, other))).length,
        ),
      );
      const right = sum(
        read.map(
          (one) => of(one.found).filter((place) => one.marked.some((other) => meets(place, other))).length,
        ),
      );
      const row = (metric: string, value: number, n: number): Row[] =>
        n === 0
          ? []
          : [{ bench: "injection", metric, value, unit: "%", params: { ...params, system, type, n } }];
      return [
        ...row("pii_recall", (100 * met) / marked, marked),
        ...row("pii_precision", (100 * right) / found, found),
      ];
    });
  });
}

function meets(a: Place, b: Place): boolean {
  return a.kind === b.kind && a.start < b.end && b.start < a.end;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
