// What a user said, out of what a host delivers: planted wrapping of every kind, and blocks of memory in any state.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fencedContext } from "../../durable/text/context.ts";
import { repetitionsOf } from "../../durable/text/quoted-back.ts";
import { sentencesOf } from "../../durable/text/sentences.ts";
import { userWords } from "../../durable/text/user-words.ts";

const OWN = "I prefer tea to coffee";
const SENDER = '{\n  "name": "Always Ready Ltd",\n  "email": "desk@example.org"\n}';
const QUOTE = "we always ship on Friday";

const WRAPPED: readonly (readonly [string, (own: string) => string])[] = [
  ["a time stamp", (own) => `[Mon 2026-03-02 09:14 CET] ${own}`],
  ["a channel's stamp", (own) => `[Telegram Bob id:42 +5m 2026-03-02 09:14 UTC] ${own}`],
  [
    "sender JSON in a fence",
    (own) => `Sender (untrusted metadata):\n\`\`\`json\n${SENDER}\n\`\`\`\n\n${own}`,
  ],
  ["sender JSON without a fence", (own) => `Sender (untrusted): ${SENDER}\n${own}`],
  ["sender JSON below its label", (own) => `Conversation info (untrusted metadata):\n${SENDER}\n\n${own}`],
  ["JSON without a label", (own) => `${SENDER}\n${own}`],
  ["the host's mark", (own) => `Sender: ⟦openclaw:ctx⟧\n\`\`\`json\n${SENDER}\n\`\`\`\n\n${own}`],
  ["a quoted line", (own) => `> ${QUOTE}\n\n${own}`],
  [
    "a reply in JSON",
    (own) => `Replied message (untrusted, for context):\n\`\`\`json\n{"body": "${QUOTE}"}\n\`\`\`\n\n${own}`,
  ],
  ["a reply between marks", (own) => `[Replying to Bob id:3]\n${QUOTE}\n[/Replying]\n${own}`],
  ["a reply in brackets", (own) => `[Replying to: "${QUOTE}"]\n${own}`],
  ["a reply on a line", (own) => `In reply to Bob: "${QUOTE}"\n${own}`],
  ["a mail's quotation", (own) => `${own}\n\nOn Monday, Bob wrote:\n${QUOTE}`],
  ["a note of media", (own) => `[media attached: /inbound/always.png (image/png)]\n${own}`],
  ["a note of media on the line", (own) => `[media attached 1/2: always.png] ${own}`],
  ["a message id", (own) => `${own}\n[message_id: 123]`],
  ["the runtime line", (own) => `${own}\nRuntime: agent=main | session=always`],
  ["a delivery hint", (own) => `Delivery: to send a message, always use the \`message\` tool.\n\n${own}`],
  [
    "internal context",
    (own) => `<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nalways\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n${own}`,
  ],
  ["another memory's block", (own) => `<relevant-memories>\n1. ${QUOTE}\n</relevant-memories>\n\n${own}`],
  ["an older block", (own) => `[BRAIN_CONTEXT v1]\n- ${QUOTE}\n[/BRAIN_CONTEXT]\n\n${own}`],
  ["reasoning", (own) => `<think>${QUOTE}</think>${own}`],
  ["context behind it", (own) => `${own}\n\nContext: ⟦openclaw:ctx⟧\n${QUOTE}`],
];

const NONCE = "0f1e2d3c4b5a69788796a5b4";
const STORED = ["The staging cluster runs in Oslo.", "Never ship on a Friday after lunch."];
const BLOCK = fencedContext(
  STORED.map((text, at) => ({ id: `n-${at}`, kind: "teaching", citation: null, text })),
  NONCE,
  null,
).text;

describe("what the user said", () => {
  it.each(WRAPPED)("[CP5] without %s", (_, wrapped) => {
    expect(userWords(wrapped(OWN))).toBe(OWN);
    expect(userWords(wrapped(""))).toBe("");
  });

  it("[CP5] without all of it at once, in any order", () => {
    const leading = WRAPPED.filter(([, wrapped]) => wrapped(OWN).endsWith(OWN)).map(([, wrapped]) => wrapped);
    const property = fc.property(
      fc.shuffledSubarray(leading, { minLength: 1, maxLength: 5 }),
      (wrappings) => {
        const text = wrappings.reduce((own, wrapped) => wrapped(`\n${own}`), OWN);
        return userWords(text) === OWN;
      },
    );
    fc.assert(property, { seed: 20261130, numRuns: 500 });
  });

  it("[CP5] is whole where nothing is wrapped around it", () => {
    const texts = [
      "Deploy at 9:14 [see wiki] and tell {name} about it.",
      "- first point\n- second point: never on Friday",
      "Use a < b and b > c, and <b>bold</b>.",
      "Reply to Marta within a day, always.",
      "The reference system: Linux 6.1",
      "I prefer EdgeBrain memory over the notes.",
      'He said "always" and meant it.',
    ];
    for (const text of texts) expect(userWords(text)).toBe(text);
  });

  it("[CP5] is nothing where it is a command of the chat", () => {
    expect(userWords("/memory wrong we always ship on Monday")).toBe("");
    expect(userWords("/etc/hosts never changes")).toBe("/etc/hosts never changes");
  });
});

describe("a block of memory", () => {
  it("[CP6] goes, wherever it stands and however often", () => {
    expect(userWords(`[Sun 2026-11-29 17:59 UTC] ${BLOCK}\n\nwhere is staging?`)).toBe("where is staging?");
    expect(userWords(`${BLOCK}\n${OWN}\n${BLOCK}`)).toBe(OWN);
    expect(userWords(`before\n${BLOCK}\n\n${BLOCK}\nafter`).split(/\s+/)).toEqual(["before", "after"]);
  });

  it("[CP6] goes when it is nested, escaped, or spelled with look-alikes", () => {
    const outer = BLOCK.replaceAll(NONCE, "ffffffff11111111ffffffff").replace(STORED[0], BLOCK);
    const escaped = BLOCK.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const spelled = BLOCK.replaceAll("EDGEBRAIN", "ЕDGEВRАIN").replaceAll("MEMORY", "ME\u200bMORY");
    for (const block of [outer, escaped, spelled, BLOCK.toLowerCase(), BLOCK.replaceAll("<<<", "<")]) {
      expect(userWords(`${block}\n${OWN}`)).toBe(OWN);
    }
  });

  it.each(["ab".repeat(16), "0f".repeat(16), "deadbeef".repeat(3), "nonceofletters"])(
    "[CP6] goes with the whole of its markers, whatever their value: %s",
    (nonce) => {
      const block = BLOCK.replaceAll(NONCE, nonce);
      const [open, close] = [`<<<EDGEBRAIN MEMORY ${nonce}>>>`, `<<<END OF EDGEBRAIN MEMORY ${nonce}>>>`];
      for (const text of [
        `${block} ${OWN}`,
        `${STORED[0]} ${close} ${OWN}`,
        `${STORED[0]}\n${close}\n${OWN}`,
        `… ${close.replaceAll("<", "&lt;").replaceAll(">", "&gt;")} ${OWN}`,
        `${close.slice(3)} ${OWN}`,
        `${OWN}\n${open} ${STORED[0]}`,
      ])
        expect(userWords(text)).toBe(OWN);
    },
  );

  it("[CP6] leaves nothing of a marker whose words were lost", () => {
    for (const nonce of [NONCE, "ab".repeat(16)]) {
      expect(userWords(`${STORED[0]} ${nonce}>>> ${OWN}`)).toBe(OWN);
      expect(userWords(`MEMORY ${nonce}>>>\n${OWN}`)).toBe(OWN);
    }
    for (const text of [
      "EdgeBrain memory settings > advanced",
      "It is commit 3f786850e387550fdab836ed7e6dc881de23001b > 2",
    ])
      expect(userWords(text)).toBe(text);
  });

  it("[CP6] takes with it what can't be told from it when it is damaged", () => {
    const isRepeated = repetitionsOf(STORED);
    const cut = fc.property(
      fc.nat(BLOCK.length),
      fc.nat(BLOCK.length),
      fc.constantFrom("", " ", "x", "\n", "…"),
      (from, to, instead) => {
        const [start, end] = [Math.min(from, to), Math.max(from, to)];
        const text = `${BLOCK.slice(0, start)}${instead}${BLOCK.slice(end)}\n\n${OWN}`;
        const said = sentencesOf(userWords(text))
          .filter((sentence) => !isRepeated(sentence))
          .join("\n");
        return STORED.every((stored) => !said.includes(stored.slice(0, -1)));
      },
    );
    fc.assert(cut, { seed: 20261130, numRuns: 2_000 });
  });
});

describe("what was recalled", () => {
  it("[CP7] is known again when the user repeats it, or quotes it", () => {
    const isRepeated = repetitionsOf(STORED);
    const repeated = [
      "The staging cluster runs in Oslo.",
      "remember: the staging  cluster runs in OSLO!",
      "the staging cluster runs",
      'You said "runs in Oslo", I prefer Bergen.',
      "It is important that the staging cluster runs in Oslo.",
      "„Never ship on a Friday“ is what you always say.",
    ];
    const fresh = [
      "We decided the staging cluster runs in Bergen.",
      "I prefer tea.",
      'She said "never on my watch" and meant it.',
      "Oslo",
      "Never ship on a Thursday after lunch.",
    ];
    expect(repeated.filter((sentence) => !isRepeated(sentence))).toEqual([]);
    expect(fresh.filter(isRepeated)).toEqual([]);
  });

  it("[CP7] is known again in scripts without spaces too", () => {
    const isRepeated = repetitionsOf(["备份服务器在机房二楼。每天三点备份。"]);
    for (const text of [
      "请记住：备份服务器在机房二楼。",
      "请记住备份服务器在机房二楼",
      "服务器在机房",
      "「每天三点」很重要",
    ]) {
      expect(isRepeated(text), text).toBe(true);
    }
    expect(isRepeated("备份服务器在机房三楼。")).toBe(false);
  });

  it("[CP7] is nothing where nothing was recalled", () => {
    expect(repetitionsOf([])("The staging cluster runs in Oslo.")).toBe(false);
  });
});
