// The scanner: what is personal or secret in a text, masked where it stands, and what only looks alike.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redacted, SENSITIVE_KINDS, sensitiveSpans } from "../../durable/text/sensitive/scan.ts";
import { SECRET_RULES } from "../../durable/text/sensitive/secret-rules.ts";

const FOUND: readonly (readonly [string, string])[] = [
  ["lena@post.example.org wrote", "[redacted:email] wrote"],
  ["pay 4111 1111 1111 1111 now", "pay [redacted:card] now"],
  ["order 12 4111 1111 1111 1111 2027", "order 12 [redacted:card] 2027"],
  ["to DE89 3704 0044 0532 0130 00 today", "to [redacted:iban] today"],
  ["to gb82west12345698765432.", "to [redacted:iban]."],
  ["from 203.0.113.7:443", "from [redacted:ip]:443"],
  ["via fe80::1ff:fe23:4567:890a up", "via [redacted:ip] up"],
  ["card aa:bb:cc:dd:ee:ff", "card [redacted:mac]"],
  ["call +49 (0)30 1234567 now", "call [redacted:phone] now"],
  ["reach me at 0494 92 82 32, thanks", "reach me at [redacted:phone], thanks"],
  ["postgres://app:p4ss@db.example/x", "postgres://[redacted:secret]@db.example/x"],
  ["password: hunter2!", "password: [redacted:secret]"],
  ["PAYMENTS_TOKEN=tok_live_ab12cd34ef56", "PAYMENTS_TOKEN=[redacted:secret]"],
];

const ALIKE = [
  "2026-08-29 10:15:30",
  "at 1788000000 and 1788000000123",
  "ticket 48213-9911",
  "550e8400-e29b-41d4-a716-446655440000",
  "@home foo@bar",
  "git@github.com:org/repo",
  "npm i left-pad@1.3.0",
  "version 10.0.1.2 runs on 127.0.0.1",
  "in 0.125 seconds, 1 200 000 rows, 3,400 euro",
  "lines 100-200, pages 12 34 56",
  "std::vector and correction::0123456789ab",
  "4111111111111112",
  "10:15:30:45",
];

describe("the scanner", () => {
  it.each(FOUND)("[SC20] what is found is masked and nothing else: %s", (text, masked) => {
    expect(redacted(text)).toBe(masked);
  });

  it.each(ALIKE)("[SC21] what only looks alike stays: %s", (text) => {
    expect(redacted(text)).toBe(text);
  });

  it("[SC20] a rule is passed over only where it finds nothing", () => {
    // Names of secrets, also in letters that only patterns without case take for the same, and long runs at any place.
    const piece = fc.oneof(
      fc.constantFrom(...FOUND.map(([text]) => text), ...ALIKE),
      fc.constantFrom(
        "paſſword: hunter2!",
        "toKen=abc123",
        "парᲂль: x1y2z3",
        "Authorization: Bearer abcdefgh1",
      ),
      fc.constantFrom(
        "-----BEGIN RSA PRIVATE KEY-----",
        "AKIAABCDEFGHIJKLMNOP",
        "sk-abcdefghijkl9mn",
        "eyJabcdefgh.abcdefgh",
      ),
      fc.string({ unit: fc.constantFrom(..."abzAZ09_+/= :.-"), maxLength: 80 }),
    );
    let found = 0;
    const property = fc.property(
      fc.array(piece, { maxLength: 5 }),
      fc.constantFrom("", " ", "\n"),
      (pieces, joint) => {
        const text = pieces.join(joint);
        for (const { hint, rules } of SECRET_RULES) {
          if (!rules.some(({ pattern }) => text.search(pattern) >= 0)) continue;
          found++;
          expect(hint(text.toLowerCase(), text)).toBe(true);
        }
      },
    );
    fc.assert(property, { seed: 20261130, numRuns: 4_000 });
    expect(found).toBeGreaterThan(1_000);
  });

  it("[SC22] spans are in order and apart, masking twice is masking once, and nothing throws", () => {
    const piece = fc.oneof(
      fc.constantFrom(...FOUND.map(([text]) => text), ...ALIKE),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.stringMatching(/^[\d ().+:@-]{0,30}$/),
    );
    const property = fc.property(
      fc.array(piece, { maxLength: 6 }),
      fc.constantFrom(" ", "\n", ", "),
      (pieces, joint) => {
        const text = pieces.join(joint);
        let end = 0;
        for (const span of sensitiveSpans(text)) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          expect(SENSITIVE_KINDS).toContain(span.kind);
          end = span.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        const once = redacted(text);
        expect(redacted(once)).toBe(once);
      },
    );
    fc.assert(property, { seed: 20261130, numRuns: 1_000 });
  });
});
