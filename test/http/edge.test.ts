// [EG] What a request costs on its way to the agent's object: counted, never timed.

import { beforeAll, describe, expect, it, vi } from "vitest";
import { type CountedWorker, countedWorker } from "../support/counted-worker.ts";
import { called, mcpClient } from "../support/mcp-client.ts";
import { Story, send } from "../support/story.ts";

/** Bytes beside the question that its call carries: who asks, and what of. */
const CALL_BYTES = 512;
/** Bytes of a reply for each byte of text in it, its fences, ids, scores and trail among them. */
const REPLY_BYTES_PER_TEXT = 5;

let story: Story;
let agent: string;
let worker: CountedWorker;

const ask = (body: object, token = story.owner.token) =>
  send("POST", `/v1/agents/${agent}/query`, { token, body, through: worker.through });

beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
  await story.memory(agent).injectBatch({
    nodes: Array.from({ length: 20 }, (_, number) => ({
      content: `Canary number ${number} runs in zone ${number % 7} and watches the scan rate of line ${number % 3}.`,
    })),
  });
  worker = countedWorker();
});

describe("a warm question", () => {
  it("[EG1] asks D1 nothing, in the Worker or in the object, and is one call", async () => {
    const first = await worker.during(() => ask({ query: "Where does canary 3 run?" }));
    // Who asks, and which agent: the count sees what is there to be seen.
    expect(first.statements).toBeGreaterThanOrEqual(2);
    expect(first.everywhere).toBeGreaterThanOrEqual(first.statements);
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round++) {
      const counts = await worker.during(() => ask({ query: `Where is canary ${round}?` }));
      expect([counts.statements, counts.calls.map(({ method }) => method)]).toEqual([0, ["perform"]]);
      least = Math.min(least, counts.everywhere);
    }
    expect(least).toBe(0);
  });

  it("[EG5] has its token hashed once", async () => {
    await ask({ query: "warm" });
    const digests = vi.spyOn(crypto.subtle, "digest");
    try {
      await ask({ query: "Where is canary 2?" });
      expect(digests).toHaveBeenCalledTimes(1);
    } finally {
      digests.mockRestore();
    }
  });

  it("[EG1] costs the meter one call at most, however many there are while it gathers", async () => {
    const { calls, meters } = await worker.during(() =>
      Promise.all(Array.from({ length: 12 }, (_, number) => ask({ query: `What of line ${number}?` }))),
    );
    expect([calls.length, meters]).toEqual([12, expect.toSatisfy((count: number) => count <= 1)]);
  });

  it("[EG2] carries little beside the question, and its answer once", async () => {
    const query = "Which zone has canary 5?";
    let bytes = 0;
    let text = 0;
    const { calls } = await worker.during(async () => {
      const { body, text: sent } = await ask({ query });
      bytes = sent.length;
      text = (body as { context: string }).context.length;
    });
    expect(text).toBeGreaterThan(100);
    expect(calls[0].sent).toBeLessThan(CALL_BYTES + query.length);
    expect(bytes).toBeLessThanOrEqual(calls[0].answered);
    expect(bytes / text).toBeLessThan(REPLY_BYTES_PER_TEXT);
  });

  it("[EG1] of a token that is not remembered costs one more statement than of one that is, and its note of use", async () => {
    await ask({ query: "warm" });
    const other = await story.token("reader");
    const { statements, calls } = await worker.during(() =>
      ask({ query: "Where is canary 1?" }, other.token),
    );
    expect([statements, calls.length]).toEqual([2, 1]);
  });
});

describe("a tool of MCP", () => {
  it("[EG4] that asks a question costs what the question costs: one call, and no statement", async () => {
    const path = `/mcp/${agent}`;
    const client = await mcpClient({ token: story.owner.token, path, through: worker.through });
    const recall = () => called(client, "recall", { query: "Where does canary 3 run?" });
    await recall();
    const { statements, calls } = await worker.during(recall);
    expect([statements, calls.map(({ method }) => method)]).toEqual([0, ["perform"]]);
    await client.close();
  });
});

describe("writes", () => {
  it("[EG3] are one call, and no statement of the Worker", async () => {
    const { statements, calls } = await worker.during(() =>
      send("POST", `/v1/agents/${agent}/inject`, {
        token: story.owner.token,
        body: { content: "Canary 99 rests." },
        through: worker.through,
      }),
    );
    expect([statements, calls.map(({ method }) => method)]).toEqual([0, ["perform"]]);
  });
});
