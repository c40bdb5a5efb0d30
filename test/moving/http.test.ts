// Moving over HTTP: a stream of lines that goes on after a break, parts of a file, and who may do it.

import { beforeAll, describe, expect, it } from "vitest";
import { MemoryClient } from "../../client/memory-client.ts";
import { LIMITS } from "../../wire/limits.ts";
import { headerIn, pagesIn, rowsIn } from "../support/moving.ts";
import { ORIGIN, Story, send, workerFetch } from "../support/story.ts";

/** Texts that make the file several pages long. */
const NOTES = 60;
const LONG = "A long note about deploys, pagers and backups. ".repeat(400);

let story: Story;
let agent: string;
let memory: MemoryClient;
let file: string;

beforeAll(async () => {
  story = await Story.begin();
  agent = (await story.agent()).name;
  memory = story.memory(agent);
  for (let first = 0; first < NOTES; first += 20) {
    const nodes = Array.from({ length: 20 }, (_, index) => ({ content: `Note ${first + index}. ${LONG}` }));
    await memory.injectBatch({ nodes });
  }
  file = await textOf(memory.export());
});

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** A client whose connections break: each answer ends after so many bytes, the first few times. */
function brokenClient(times: number, bytes: number): MemoryClient {
  let left = times;
  const fetch = async (request: Request) => {
    const response = await workerFetch(request);
    if (!response.body || !request.url.includes("/export") || left-- <= 0) return response;
    let sent = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, Math.max(0, bytes - sent)));
        sent += chunk.length;
        if (sent > bytes) controller.error(new Error("broken"));
      },
    });
    return new Response(response.body.pipeThrough(cut), response);
  };
  return new MemoryClient({ baseUrl: ORIGIN, agent, token: story.owner.token, fetch, retryDelayMs: 1 });
}

/** The import that is open: beginning another one names it. */
async function stillOpen(memory: MemoryClient): Promise<{ id: string }> {
  const header = headerIn(file);
  const refusal = await memory.importBegin({ header, another: true, replace: true }).catch((error) => error);
  return refusal.details;
}

describe("GET /export", () => {
  it("[MV30] streams lines in pages, the header first and the footer last", async () => {
    const { status, headers, text } = await send("GET", `/v1/agents/${agent}/export`, {
      token: story.owner.token,
    });
    expect([status, headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(headers.get("content-disposition")).toContain("export.ndjson");
    expect(pagesIn(text).length).toBeGreaterThan(2);
    for (const page of pagesIn(text)) expect(page.length).toBeLessThan(1_000_000);
    expect(pagesIn(text).join("")).toBe(text);
    const lines = text.trimEnd().split("\n");
    expect(JSON.parse(lines[0])).toMatchObject({ format: "edgebrain-export", version: 1 });
    expect(JSON.parse(lines[lines.length - 1])).toMatchObject({ end: true, counts: { nodes: NOTES } });
  });

  it("[MV31] goes on after any checkpoint, and shows the memory as it was, whatever changed meanwhile", async () => {
    const pages = pagesIn(await textOf(memory.export()));
    for (const [index, page] of pages.slice(0, -1).entries()) {
      const { cursor } = JSON.parse(page.trimEnd().split("\n").at(-1) as string);
      await memory.inject({ content: `Something new while page ${index} was on its way.` });
      const [node] = (await memory.query({ query: "Note 3." })).fired;
      await memory.edit({ id: node.id, summary: `changed ${index}` });
      expect(await textOf(memory.export({ cursor }))).toBe(pages.slice(index + 1).join(""));
    }
    expect(await textOf(memory.export())).toContain("Something new while page 0");
  });

  it("[MV31] comes whole through connections that break", async () => {
    const before = await textOf(memory.export());
    const broken = await textOf(brokenClient(3, 1_000_000).export());
    expect(rowsIn(broken)).toEqual(rowsIn(before));
    expect(pagesIn(broken).join("")).toBe(broken);
    await expect(textOf(brokenClient(9, 10).export())).rejects.toMatchObject({ kind: "network" });
  });

  it("[MV31] a cursor that is none, or too old, is refused", async () => {
    const get = (cursor: string) =>
      send("GET", `/v1/agents/${agent}/export?cursor=${cursor}`, { token: story.owner.token });
    expect((await get("nonsense")).error?.code).toBe("invalid_request");
    const { cursor } = JSON.parse(pagesIn(file)[0].trimEnd().split("\n").at(-1) as string);
    const place = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
    const stale = btoa(JSON.stringify({ ...place, snapshot: "gone" })).replaceAll("=", "");
    expect(await get(stale)).toMatchObject({ status: 410, error: { code: "cursor_expired" } });
  });
});

describe("importing", () => {
  it("[MV32] a file goes in through the client, with progress, and goes on where it was", async () => {
    const other = story.memory((await story.agent()).name);
    const seen: number[] = [];
    const options = {
      id: "move",
      another: true,
      onProgress: ({ rows }: { rows: Record<string, number> }) => seen.push(rows.nodes ?? 0),
    };
    const half = async function* () {
      yield* pagesIn(file).slice(0, 2);
      throw new Error("the file can't be read any further");
    };
    await expect(other.import(half(), options)).rejects.toThrow("any further");
    const begun = (await other.importStatus("move")).next_part;
    expect(begun).toBeGreaterThan(0);
    const whole = async function* () {
      yield* pagesIn(file);
    };
    const { state, result } = await other.import(whole(), options);
    expect([state, result?.taken.nodes]).toEqual(["done", NOTES]);
    expect(seen.at(-1)).toBe(NOTES);
    expect(rowsIn(await textOf(other.export()))).toEqual(rowsIn(file));
    expect((await other.query({ query: "Note 3." })).fired.length).toBeGreaterThan(0);
  });

  it("[MV33] a part is lines of the right type, of the size of a body", async () => {
    const other = (await story.agent()).name;
    await story.memory(other).importBegin({ id: "typed", header: headerIn(file), another: true });
    const part = (body: string | Uint8Array, type = "application/x-ndjson") =>
      send("POST", `/v1/agents/${other}/imports/typed/parts/0`, {
        token: story.owner.token,
        body,
        headers: { "Content-Type": type },
      });
    expect((await part(pagesIn(file)[0], "application/json")).error?.code).toBe("unsupported_media_type");
    expect((await part(new Uint8Array(LIMITS.bodyBytes + 1))).error?.code).toBe("too_large");
    expect((await part(new Uint8Array([0xff]))).error?.code).toBe("invalid_text");
    expect((await part("")).error?.code).toBe("invalid_import");
    expect((await part(pagesIn(file)[0])).status).toBe(200);
    const path = `/v1/agents/${other}/imports/typed/parts/none`;
    const wrong = await send("POST", path, {
      token: story.owner.token,
      body: "x",
      headers: { "Content-Type": "application/x-ndjson" },
    });
    expect(wrong.error?.code).toBe("invalid_request");
  });

  it("[MV34] an import of another agent, or of another tenant's, is as unknown as none", async () => {
    const stranger = await Story.begin();
    const theirs = (await stranger.agent()).name;
    const mine = (await story.agent()).name;
    await story.memory(mine).importBegin({ id: "mine", header: headerIn(file), another: true });
    const ask = (token: string, name: string, id: string) =>
      send("GET", `/v1/agents/${name}/imports/${id}`, { token });
    const known = await ask(story.owner.token, mine, "mine");
    const answers = [
      await ask(stranger.owner.token, theirs, "mine"),
      await ask(story.owner.token, agent, "mine"),
      await ask(stranger.owner.token, mine, "mine"),
    ];
    expect(known.status).toBe(200);
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(
      Array(3).fill([404, "not_found"]),
    );
    const never = await ask(stranger.owner.token, theirs, "nine");
    expect(never.text.replace("nine", "mine")).toBe(answers[0].text);
  });

  it("[MV16] what was erased comes back only where an owner says so", async () => {
    const home = story.memory((await story.agent()).name);
    const { node_id: id } = await home.inject({ content: "The vault code is 4711." });
    await home.inject({ content: "Backups run at night." });
    const pages = pagesIn(await textOf(home.export()));
    const bring = (options = {}) =>
      home.import(
        (async function* () {
          yield* pages;
        })(),
        { replace: true, id: crypto.randomUUID(), ...options },
      );
    await home.erase({ node_ids: [id] });
    await expect(bring()).rejects.toMatchObject({ code: "erased_before", details: { id } });
    expect((await home.info()).nodes).toBe(1);
    const { id: open } = await stillOpen(home);
    await home.importCancel(open);
    await bring({ override_erased: true });
    expect((await home.node(id)).text).toBe("The vault code is 4711.");
    expect((await home.verifyAudit()).ok).toBe(true);
  });

  it("[MV16] an erasure ends what would show or bring back what it takes", async () => {
    const home = story.memory((await story.agent()).name);
    const { node_id: id } = await home.inject({ content: `The vault code is 4711. ${LONG.repeat(4)}` });
    for (let copy = 0; copy < 12; copy++) await home.inject({ content: `${copy} ${LONG.repeat(4)}` });
    const [first] = pagesIn(await textOf(home.export()));
    const { cursor } = JSON.parse(first.trimEnd().split("\n").at(-1) as string);
    await home.importBegin({ id: "open", header: headerIn(first), replace: true });
    await home.importPart({ id: "open", n: 0, lines: first });
    await home.erase({ node_ids: [id] });
    await expect(textOf(home.export({ cursor }))).rejects.toMatchObject({ code: "cursor_expired" });
    expect((await home.importStatus("open")).state).toBe("cancelled");
  });

  it("[MV34] only owners move a memory", async () => {
    const { token } = await story.token("agent");
    const { status } = await send("GET", `/v1/agents/${agent}/export`, { token });
    expect(status).toBe(403);
  });
});
