// Language models behind a provider, against a scripted one on this machine that answers and fails in every way.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ModelVariables } from "../../durable/model/configuration.ts";
import type { ModelFailure, ModelFailureReason } from "../../durable/model/failure.ts";
import type { LanguageModel } from "../../durable/model/language-model.ts";
import { Models } from "../../durable/model/models.ts";
import { AiStandIn, failed } from "../support/ai-binding.ts";
import { breakOff, fail, flood, hang, json, raw, type Step, stall } from "../support/embedding-server.ts";
import { chatAnswer, MODEL_KEY, ModelServer } from "../support/model-server.ts";
import { TestPorts } from "../support/remote-ports.ts";

const ASKED = { system: "be brief", prompt: "the alarm code is 4471: what is it?", mostTokens: 50 };
const PATIENT_MS = 60_000;

let server: ModelServer;
let ports: TestPorts;
beforeAll(async () => {
  server = await ModelServer.begin();
});
afterEach(() => server.reset());
afterAll(() => server.end());

function modelOf(variables: ModelVariables): LanguageModel {
  ports = new TestPorts();
  const model = new Models(variables, ports).current();
  if (!model) throw new Error("there is no model");
  return model;
}

const PROTOCOLS = ["openai-compatible", "anthropic"] as const;
const at = (kind: string, more: ModelVariables = {}) =>
  modelOf({ MODEL: kind, MODEL_URL: server.url, MODEL_NAME: "some-model", MODEL_KEY, ...more });

async function failureOf(model: LanguageModel, withinMs = PATIENT_MS): Promise<ModelFailure> {
  return model.complete(ASKED, withinMs).then(
    (text) => Promise.reject(new Error(`it answered ${text}`)),
    (error: ModelFailure) => error,
  );
}

/** Answers every attempt in the same way. */
const always = (step: Step) => server.next(step, step, step, step);

describe("an answer", () => {
  it.each(PROTOCOLS)("[TE1] of %s is its text", async (kind) => {
    server.says = (prompt) => `heard: ${prompt}`;
    expect(await at(kind).complete(ASKED, PATIENT_MS)).toBe(`heard: ${ASKED.prompt}`);
    const [{ body }] = server.requests;
    expect(body).toMatchObject({ model: "some-model", max_tokens: 50 });
    expect(JSON.stringify(body)).toContain("be brief");
  });

  it("[TE1] of Workers AI is its text, whichever shape it has", async () => {
    const ai = new AiStandIn();
    ai.next(
      { status: 200, body: { response: "4471" } },
      { status: 200, body: { response: { code: 4471 } } },
      { status: 200, body: { choices: [{ message: { content: "four" } }] } },
    );
    const model = modelOf({ MODEL: "workers-ai", AI: ai });
    const said = [1, 2, 3].map(() => model.complete(ASKED, PATIENT_MS));
    expect(await Promise.all(said)).toEqual(["4471", '{"code":4471}', "four"]);
    expect(ai.requests[0]).toMatchObject({
      model: "@cf/meta/llama-3.2-3b-instruct",
      inputs: { max_tokens: 50 },
    });
  });

  it("[TE1] a service that wants other fields gets them from the next attempt on", async () => {
    const refusal = (field: string) =>
      json({ error: { message: `Unsupported parameter: use ${field}` } }, 400);
    server.next(refusal("max_completion_tokens"), refusal("no response_format"));
    server.says = () => "yes";
    const model = at("openai-compatible");
    const asked = { ...ASKED, json: true };
    expect([await model.complete(asked, PATIENT_MS), await model.complete(asked, PATIENT_MS)]).toEqual([
      "yes",
      "yes",
    ]);
    expect(
      server.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens, body.response_format]),
    ).toEqual([
      [50, undefined, { type: "json_object" }],
      [undefined, 50, { type: "json_object" }],
      [undefined, 50, undefined],
      [undefined, 50, undefined],
    ]);
  });
});

describe("a failing model", () => {
  it.each<[what: string, step: Step, reason: ModelFailureReason, attempts: number]>([
    ["401", fail(401), "refused", 1],
    ["404", fail(404), "refused", 1],
    ["400", fail(400), "refused", 1],
    ["a redirect", raw("", 302, { location: "http://127.0.0.1:1/elsewhere" }), "refused", 1],
    ["429 without credit", fail(429, "insufficient_quota"), "rate_limited", 1],
    ["429", fail(429), "rate_limited", 4],
    ["500", fail(500), "unavailable", 4],
    ["529", fail(529, "overloaded_error"), "unavailable", 4],
    ["a broken connection", breakOff, "unavailable", 4],
    ["a web page", raw("<!doctype html>", 200), "bad_answer", 1],
    ["half of a JSON text", raw('{"choices":['), "bad_answer", 1],
    ["null", json(null), "bad_answer", 1],
    ["no choice", json({ choices: [] }), "bad_answer", 1],
    ["a text that is none", chatAnswer({ a: 1 }), "bad_answer", 1],
    ["an empty text", chatAnswer(" \n"), "bad_answer", 1],
    ["an answer without end", flood, "bad_answer", 1],
  ])("[TE2] %s has its reason and its number of attempts", async (_, step, reason, attempts) => {
    always(step);
    expect(await failureOf(at("openai-compatible"))).toMatchObject({ name: "ModelFailure", reason });
    expect(server.requests).toHaveLength(attempts);
  });

  it.each<[what: string, step: Step]>([
    ["never answers", hang],
    ["stops in the middle", stall],
  ])("[TE2] one that %s is given up in time", async (_, step) => {
    always(step);
    expect(await failureOf(at("anthropic"), 100)).toMatchObject({ reason: "timeout" });
  });

  it("[TE2] what passes is tried again, and not before it was asked for", async () => {
    server.next(fail(500), fail(429, "rate_limit_error", { "retry-after": "3" }));
    server.says = () => "there";
    expect(await at("anthropic").complete(ASKED, PATIENT_MS)).toBe("there");
    expect(ports.pauses[1]).toBe(3_000);
  });

  it("[TE2] Workers AI's own errors have their reasons", async () => {
    const ai = new AiStandIn();
    ai.next(failed(3036, 429));
    expect(await failureOf(modelOf({ MODEL: "workers-ai", AI: ai }))).toMatchObject({
      reason: "rate_limited",
    });
    ai.next(failed(5007, 400));
    expect(await failureOf(modelOf({ MODEL: "workers-ai", AI: ai }))).toMatchObject({ reason: "refused" });
  });

  it("[TE3] quotes neither key, prompt nor address", async () => {
    for (const step of [fail(401), fail(400), fail(500), raw("<h1>4471</h1>"), chatAnswer("")]) {
      for (const kind of PROTOCOLS) {
        always(step);
        const { message } = await failureOf(at(kind));
        expect(message).not.toMatch(/4471|sk-the-key|127\.0\.0\.1/);
        server.reset();
      }
    }
  });

  it("[TE4] a day's allowance counts prompts and answers, and ends before it is passed", async () => {
    server.says = () => "yes";
    const model = at("anthropic", { MODEL_DAILY_TOKENS: "120" });
    expect(await model.complete(ASKED, PATIENT_MS)).toBe("yes");
    expect(ports.ledger.read()?.tokens).toBeGreaterThan(60);
    const failure = await failureOf(model);
    expect(failure).toMatchObject({
      reason: "budget",
      message: expect.stringContaining("MODEL_DAILY_TOKENS"),
    });
    expect(server.requests).toHaveLength(1);
  });
});

it("[TE5] answers are counted once, and failures not at all", async () => {
  const models = new Models(
    { MODEL: "openai-compatible", MODEL_URL: server.url, MODEL_NAME: "some-model", MODEL_KEY },
    new TestPorts(),
  );
  server.says = () => "yes";
  server.next(fail(500), chatAnswer("yes"), fail(401));
  await models.current()?.complete(ASKED, PATIENT_MS);
  await models
    .current()
    ?.complete(ASKED, PATIENT_MS)
    .catch(() => {});
  expect([models.takeCount(), models.takeCount()]).toEqual([1, 0]);
});
