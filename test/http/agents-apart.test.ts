// [AU] Two agents of one account: what one has stored the other has at no way in, and an id of the one is to the other what an id is that
// never was. In the languages that the product listens in.

import { beforeAll, describe, expect, it } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { Story, send } from "../support/story.ts";

const SECRETS: Readonly<Record<string, readonly [text: string, question: string]>> = {
  English: ["The alarm code is 4471", "alarm code"],
  German: ["Der Code der Alarmanlage ist 4472", "Code der Alarmanlage"],
  French: ["Le code de l'alarme est 4473", "code de l'alarme"],
  Spanish: ["La clave de la alarma es 4474", "clave de la alarma"],
  Russian: ["Код сигнализации 4475", "код сигнализации"],
  Chinese: ["报警器的密码是4476号码", "报警器的密码"],
  Japanese: ["警報器の暗証番号は4477です", "警報器の暗証番号"],
  Korean: ["경보기의 비밀번호는 4478이다", "경보기 비밀번호"],
};
const TEXTS = Object.values(SECRETS).map(([text]) => text);
const NEVER = "memory::000000000000";

let story: Story;
let home: MemoryClient;
let shop: MemoryClient;
let names: { readonly home: string; readonly shop: string };
let ids: string[];

beforeAll(async () => {
  story = await Story.begin();
  names = { home: (await story.agent()).name, shop: (await story.agent()).name };
  home = story.memory(names.home);
  shop = story.memory(names.shop);
  ids = [];
  for (const content of TEXTS) ids.push((await home.storeMemory({ content, skip_dedup: true })).id);
  await shop.storeMemory({ content: "The till of the shop opens at nine" });
});

/** Whether an answer says anything of what the other agent has. */
function expectNothing(answer: unknown): void {
  const told = JSON.stringify(answer);
  for (const text of [...TEXTS, ...ids]) expect(told).not.toContain(text);
}

describe("an agent beside another one of the same account", () => {
  it.each(Object.entries(SECRETS))(
    "[AU70] answers no question, search or claim from it, in %s",
    async (_language, [text, question]) => {
      expect((await home.query({ query: question })).fired.map((one) => one.text)).toContain(text);
      const answers = [await shop.query({ query: question }), await shop.searchMemories({ query: question })];
      for (const { query_id: _id, ...answer } of answers as { query_id?: string }[]) expectNothing(answer);
    },
  );

  it("[AU70] lists, journals and exports nothing of it", async () => {
    const token = story.owner.token;
    expectNothing((await shop.memories({ include_invalidated: "true", limit: 200 })).memories);
    for (const path of ["export", "journal", "info", "health", "audit", "anchors", "proposals"]) {
      const { status, text } = await send("GET", `/v1/agents/${names.shop}/${path}`, { token });
      expect(status, path).toBe(200);
      expectNothing(text);
    }
  });

  it("[AU70] knows its ids as little as ids that never were", async () => {
    const token = story.owner.token;
    const told = async (path: string, method = "GET", body?: unknown) => {
      const { status, error } = await send(method, `/v1/agents/${names.shop}/${path}`, { token, body });
      return { status, code: error?.code, message: error?.message.replaceAll(/memory::[0-9a-f]{12}/g, "ID") };
    };
    for (const id of ids) {
      for (const [path, method, body] of [
        ["memories/ID"],
        ["memories/ID/history"],
        ["nodes/ID"],
        ["memories/ID", "DELETE"],
        ["memories/ID", "PATCH", { tags: ["x"] }],
        ["erase", "POST", { node_ids: ["ID"] }],
        ["learn", "POST", { fired_ids: ["ID"], outcome: 1 }],
      ] as const) {
        const as = (known: string) => [
          path.replace("ID", encodeURIComponent(known)),
          JSON.parse(JSON.stringify(body ?? null).replaceAll("ID", known)) ?? undefined,
        ];
        const [[own, ownBody], [never, neverBody]] = [as(id), as(NEVER)];
        expect(await told(own, method, ownBody), path).toEqual(await told(never, method, neverBody));
      }
      expect((await home.memory(id)).is_current_version).toBe(true);
    }
  });

  it("[AU71] is entered by a token for it alone, to which the other one does not exist; a grant is in the audit", async () => {
    const narrow = await story.token("agent", { agents: [names.shop] });
    const foreign = story.memory(names.home, narrow.token);
    const nowhere = story.memory("never-was", narrow.token);
    const refusals = await Promise.all(
      [foreign, nowhere].map((memory) =>
        memory.query({ query: "alarm code" }).catch(({ code, status }) => ({ code, status })),
      ),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject({ status: 404 });
    await expect(foreign.storeMemory({ content: "planted in the other agent" })).rejects.toMatchObject({
      status: 404,
    });
    expect((await home.memories({ limit: 200 })).memories).toHaveLength(TEXTS.length);
    const rows = async () => {
      const { body } = await send("GET", "/v1/audit", { token: story.owner.token });
      return (body as { events: { kind: string; actor: string }[] }).events;
    };
    const before = await rows();
    const granted = await story.token("reader", { agents: [names.home, names.shop] });
    const { memories } = await story.memory(names.home, granted.token).memories({ limit: 200 });
    expect(memories).toHaveLength(TEXTS.length);
    const after = await rows();
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ kind: "access", actor: story.owner.id });
  });
});
