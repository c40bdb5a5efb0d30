// [RM] What is proposed although it is known, however it is written; what is proposed against it; and what tells nothing.

import { describe, expect, it } from "vitest";
import { refused } from "../support/remembering.ts";
import { ReviewHouse, waitingIn } from "../support/review-house.ts";

interface Known {
  readonly fact: string;
  /** The same, written in another way. */
  readonly again: readonly string[];
  /** Another value of it, and what either says. */
  readonly changed: readonly (readonly [text: string, known: string, proposed: string])[];
  readonly asked: string;
}

const KNOWN: Readonly<Record<string, Known>> = {
  English: {
    fact: "Invoices go out on the 5th",
    again: ["invoices go out on the 5th.", "Invoices  go out\non the 5th!", "Invoices go out on the fifth"],
    changed: [
      ["We moved invoices to the 8th", "5", "8"],
      ["Invoices go out on the 9th", "5", "9"],
    ],
    asked: "What is your name?",
  },
  German: {
    fact: "Die Rechnungen gehen am 5. raus",
    again: ["die Rechnungen gehen am 5. raus.", "Die Rechnungen  gehen am 5. raus!"],
    changed: [
      ["Wir haben die Rechnungen auf den 8. verschoben", "5", "8"],
      ["Die Rechnungen gehen am 9. raus", "5", "9"],
    ],
    asked: "Wie heißt du?",
  },
  French: {
    fact: "Les factures partent le 5 du mois",
    again: ["les factures partent le 5 du mois.", "Les factures partent  le 5 du mois"],
    changed: [["Les factures partent le 8 du mois", "5", "8"]],
    asked: "Comment tu t'appelles ?",
  },
  Spanish: {
    fact: "Las facturas salen el día 5",
    again: ["las facturas salen el día 5.", "¡Las facturas salen el día 5!"],
    changed: [["Hemos movido las facturas al día 8", "5", "8"]],
    asked: "¿Cómo te llamas?",
  },
  Russian: {
    fact: "Счета уходят 5 числа",
    again: ["счета уходят 5 числа.", "Счета  уходят пятого числа"],
    changed: [["Счета уходят 8 числа", "5", "8"]],
    asked: "Как тебя зовут?",
  },
  Chinese: {
    fact: "我们的发票每月5号寄出",
    again: ["我们的发票每月5号寄出。", " 我们的发票每月五号寄出!"],
    changed: [["我们的发票每月8号寄出", "5", "8"]],
    asked: "你叫什么名字？",
  },
  Japanese: {
    fact: "請求書は毎月5日に送ります",
    again: ["請求書は毎月5日に送ります。", "請求書は毎月5日に送ります "],
    changed: [["請求書は毎月8日に送ります", "5", "8"]],
    asked: "お名前は何ですか？",
  },
  Korean: {
    fact: "청구서는 매월 5일에 나간다",
    again: ["청구서는 매월 5일에 나간다.", "청구서는  매월 5일에 나간다"],
    changed: [["청구서는 매월 8일에 나간다", "5", "8"]],
    asked: "이름이 뭐예요?",
  },
};

describe.each(Object.entries(KNOWN))("proposals in %s", (_language, { fact, again, changed, asked }) => {
  it("[RM35] of what is known, however it is written, do not wait; proposed twice, nothing waits twice", async () => {
    const house = await ReviewHouse.begin();
    const { device, reviewer } = house;
    const first = await house.propose(fact);
    for (const text of again) {
      expect(await device.propose({ content: text }), text).toMatchObject({ id: first.id, created: false });
    }
    const { node_id } = await reviewer.approve({ id: first.id, digest: first.digest });
    for (const text of [fact, ...again, ...again]) {
      expect(await device.propose({ content: text }), text).toMatchObject({
        ...{ id: null, status: "duplicate", node_id },
      });
    }
    expect(await waitingIn(reviewer)).toEqual([]);
  });

  it("[RM31] with another value of what is known wait once, and name what they contradict", async () => {
    const house = await ReviewHouse.begin();
    const { device, reviewer } = house;
    const { id, digest } = await house.propose(fact);
    const { node_id } = await reviewer.approve({ id, digest });
    for (const [text, known, proposed] of changed) {
      const { id } = await house.propose(text);
      const [first] = (await reviewer.proposal(id)).proposal.conflicts;
      expect(first, text).toMatchObject({ node_id });
      expect([first.known, first.proposed].map((said) => said.match(/\d+/)?.[0])).toEqual([known, proposed]);
      expect(await device.propose({ content: text })).toMatchObject({ id, created: false });
    }
    expect(await waitingIn(reviewer)).toHaveLength(changed.length);
  });

  it("[RM36] that only ask are refused, and none waits", async () => {
    const { device, reviewer } = await ReviewHouse.begin();
    await expect(device.propose({ content: asked })).rejects.toEqual(refused("invalid_request"));
    expect(await waitingIn(reviewer)).toEqual([]);
    expect(await device.propose({ content: `${asked} ${fact}.` })).toMatchObject({ created: true });
  });
});
