// [AU] Every route with everybody who may come, at home, abroad and nowhere: made from the tables that the Worker
// mounts, so that no route can be left out.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { routeOf } from "../../src/request.ts";
import { AGENT_PATH } from "../../src/routes/agents.ts";
import { MCP_PATHS } from "../../src/routes/mcp.ts";
import { ROLES } from "../../wire/directory.ts";
import { DIRECTORY_ENDPOINTS, type DirectoryEndpoint } from "../../wire/directory-endpoints.ts";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { CALLERS, type Caller, type World } from "../support/callers.ts";
import {
  DIRECTORY_ENDPOINT_NAMES,
  isAboutTenant,
  sendDirectorySample,
  type Target,
  targetIn,
  targetNowhere,
} from "../support/directory-samples.ts";
import { Issuer } from "../support/issuer.ts";
import { ENDPOINT_NAMES, prepare, replyIn, sendSample } from "../support/samples.ts";
import { freshName, Story, send, type Told, workerWith } from "../support/story.ts";

/** Routes that need no token. */
const PUBLIC = ["/health", "/openapi.json", "/docs"];
/** Files that anybody may read: they hold nothing of a memory. */
const CONSOLE = ["/", "/console/:file{.+}"];
/** What is about a proposal, which others than reviewers know only if it is their own. */
const OF_ONES_OWN = ["proposal", "revise"];
/** What is about a captured turn, which others than owners know only if they sent it. */
const OF_SENDERS = ["captureJob", "retryCapture", "dropCapture"];
/** Routes of the operator that are in no table, since they don't answer in JSON. */
const OPERATORS = ["/metrics"];

let home: Story;
let abroad: Story;
let foreign: string;
let through: ReturnType<typeof workerWith>;
/** Things that no request of a refused caller uses up. */
let lasting: { readonly own: Target; readonly theirs: Target };
const tokens = new Map<Caller, string | null>();

beforeAll(async () => {
  [home, abroad] = [await Story.begin(), await Story.begin()];
  foreign = (await abroad.agent()).name;
  await prepare(abroad.memory(foreign));
  const issuer = await Issuer.begin();
  through = workerWith({ ...issuer.variables(), RATE_LIMITS: "off" });
  const world: World = { story: home, issuer, elsewhere: (await home.agent()).name };
  for (const caller of CALLERS) tokens.set(caller, await caller.token(world));
  lasting = { own: await targetIn(home), theirs: await targetIn(abroad) };
  // Each refused token is noted in the log, which is not what is tested here.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterAll(() => {
  vi.restoreAllMocks();
});

/** All that a reply shows, but for the number of the request. */
function faceOf({ status, text, headers }: Told) {
  return { status, text, headers: [...headers].filter(([name]) => name !== "x-request-id").sort() };
}

function isBelow({ role }: Caller, needed: Caller["role"]): boolean {
  const rank = (one: Caller["role"]) => [...ROLES, "operator"].indexOf(one as string);
  return rank(role) < rank(needed);
}

describe("routes", () => {
  it("[AU28] are those of the tables, and a few that are public or the operator's", () => {
    const mounted = createApp()
      .routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    const listed = [
      ...Object.values(DIRECTORY_ENDPOINTS).map(({ method, path }) => [method, path] as const),
      ...Object.values(ENDPOINTS).map(({ method, path }) => [method, AGENT_PATH + path] as const),
    ].map(([method, path]) => `${method.toUpperCase()} ${routeOf(path)}`);
    const others = [...PUBLIC, ...CONSOLE, ...OPERATORS].map((path) => `GET ${path}`);
    const mcp = MCP_PATHS.map((path) => `POST ${path}`);
    expect([...new Set(mounted)].sort()).toEqual([...listed, ...others, ...mcp].sort());
  });

  it.each(PUBLIC)("[AU28] %s is told to anybody", async (path) => {
    expect((await send("GET", path, { through })).status).toBe(200);
  });

  it.each(CALLERS)("[AU28] those of the operator: $is", async (caller) => {
    for (const path of OPERATORS) {
      const { status } = await send("GET", path, { token: tokens.get(caller), through });
      expect(status).toBe(caller.role === "operator" ? 200 : caller.role === null ? 401 : 403);
    }
  });
});

describe.each(ENDPOINT_NAMES)("%s of an agent", (name) => {
  const { role: needed, reply, writes } = ENDPOINTS[name];
  let own: string;

  beforeAll(async () => {
    own = await prepared();
  });

  async function prepared(): Promise<string> {
    const { name: agent } = await home.agent();
    await prepare(home.memory(agent));
    return agent;
  }

  const ask = (caller: Caller, agent: string, headers = {}) =>
    sendSample(name, agent, tokens.get(caller) ?? null, headers, through);

  const isOthers = (caller: Caller) =>
    (OF_ONES_OWN.includes(name) && isBelow(caller, "reviewer")) ||
    (OF_SENDERS.includes(name) && isBelow(caller, "owner"));

  it.each(CALLERS.filter(({ role }) => role !== null && role !== "operator"))(
    "[AU18] at one's own: $is, as its row of the table says",
    async (caller) => {
      const isDone = !caller.isLimited && !isBelow(caller, needed);
      const told = await ask(caller, isDone && writes ? await prepared() : own);
      if (caller.isLimited) {
        expect(faceOf(told)).toEqual(faceOf(await ask(caller, freshName("agent"))));
      } else if (isDone && isOthers(caller)) {
        expect([told.status, told.error?.code]).toEqual([404, "not_found"]);
      } else if (!isDone) {
        expect([told.status, told.error?.code]).toEqual([403, "forbidden"]);
        expect(told.error?.message).toContain(needed);
      } else {
        expect([told.status, told.text]).toEqual([200, told.text]);
        expect(reply.safeParse(replyIn(name, told.text)).error).toBeUndefined();
      }
    },
  );

  it.each(CALLERS.filter(({ role }) => role !== null && role !== "operator"))(
    "[AU19] at a foreign or unknown one: $is, and nothing is there",
    async (caller) => {
      for (const accepted of ["application/json", "text/event-stream"]) {
        const headers = { Accept: accepted };
        const nowhere = await ask(caller, freshName("agent"), headers);
        expect([nowhere.status, nowhere.error?.code]).toEqual([404, "not_found"]);
        expect(faceOf(await ask(caller, foreign, headers))).toEqual(faceOf(nowhere));
      }
    },
  );

  it.each(CALLERS.filter(({ role }) => role === null || role === "operator"))(
    "[AU20] anywhere: $is, and does not get in",
    async (caller) => {
      const refused = caller.role === null ? [401, "unauthorized"] : [403, "forbidden"];
      const faces = [];
      for (const agent of [own, foreign, freshName("agent")]) {
        const told = await ask(caller, agent, { Accept: "text/event-stream" });
        expect([told.status, told.error?.code]).toEqual(refused);
        faces.push(faceOf(told));
      }
      for (const face of faces) expect(face).toEqual(faces[0]);
    },
  );
});

describe.each(DIRECTORY_ENDPOINT_NAMES)("%s of the directory", (name) => {
  const { who, wholeTenant, tenantsOwn, status, reply }: DirectoryEndpoint = DIRECTORY_ENDPOINTS[name];
  const ask = (caller: Caller, target: Target) =>
    sendDirectorySample(name, target, tokens.get(caller) ?? null, through);

  it.each(CALLERS)("[AU29] $is: at home, abroad and nowhere", async (caller) => {
    const isRefused =
      caller.role === null ||
      isBelow(caller, who) ||
      (wholeTenant === true && caller.isLimited) ||
      (tenantsOwn === true && caller.role === "operator");
    const own = await ask(caller, isRefused ? lasting.own : await targetIn(home));
    const theirs = await ask(caller, isRefused ? lasting.theirs : await targetIn(abroad));
    const nobodys = await ask(caller, targetNowhere());
    if (isRefused) {
      const refused = caller.role === null ? [401, "unauthorized"] : [403, "forbidden"];
      expect([own.status, own.error?.code]).toEqual(refused);
      expect([faceOf(theirs), faceOf(nobodys)]).toEqual([faceOf(own), faceOf(own)]);
      return;
    }
    const isDone = ({ status: told, text }: Told) => {
      expect([told, text]).toEqual([status, text]);
      expect(reply.safeParse(JSON.parse(text)).error).toBeUndefined();
    };
    isDone(own);
    if (!isAboutTenant(name)) return;
    expect([nobodys.status, nobodys.error?.code]).toEqual([404, "not_found"]);
    if (caller.role === "operator") isDone(theirs);
    else expect(faceOf(theirs)).toEqual(faceOf(nobodys));
  });
});
