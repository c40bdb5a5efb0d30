// [WI] Requests without a body: an object without fields where no field is needed, and refused where one is.

import { beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, Story, send } from "../support/story.ts";

interface Operation {
  readonly requestBody?: { readonly required: boolean };
}

describe("a request without a body", () => {
  let token: string;
  let agent: string;
  beforeAll(async () => {
    const story = await Story.begin();
    agent = (await story.agent()).name;
    token = story.owner.token;
  });
  const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    send("POST", `/v1/agents/${agent}${path}`, { token, body, headers });

  it("[WI17] is one without fields, where all of them may be left out, of whatever type it says to be", async () => {
    const said = await post("/capture", {
      user: "We decided that the buoys are painted every April.",
      prior_turns: [{ role: "assistant", text: "What did you decide?" }],
    });
    const { job } = said.body as { job: string };
    const named = await post(`/capture/jobs/${job}/retry`, {});
    expect(named.error?.code).not.toBe("malformed_json");
    for (const headers of [undefined, { "Content-Type": "application/x-www-form-urlencoded" }])
      for (const body of [undefined, ""]) {
        const all = await post("/capture/jobs/retry", body, headers);
        expect([all.status, all.body]).toEqual([200, expect.objectContaining({ retried: 0 })]);
        const one = await post(`/capture/jobs/${job}/retry`, body, headers);
        expect([one.status, one.error?.code]).toEqual([named.status, named.error?.code]);
      }
  });

  it("[WI17] is refused where a field is needed, and a body of another type everywhere", async () => {
    const none = await post("/query", "");
    expect([none.status, none.error?.code]).toEqual([400, "malformed_json"]);
    const typed = await post("/capture/jobs/retry", "{}", { "Content-Type": "text/plain" });
    expect([typed.status, typed.error?.code]).toEqual([415, "unsupported_media_type"]);
    const broken = await post("/capture/jobs/retry", "{");
    expect([broken.status, broken.error?.code]).toEqual([400, "malformed_json"]);
    const large = await post("/capture/jobs/retry", new Uint8Array(10 * 1024 * 1024));
    expect([large.status, large.error?.code]).toEqual([413, "too_large"]);
  });

  it("[WI17] has its key and its rights as any other", async () => {
    const headers = { "Idempotency-Key": "empty-1" };
    const first = await post("/maintain", undefined, headers);
    expect(first.status).toBe(200);
    expect((await post("/maintain", {}, headers)).body).toEqual(first.body);
    expect((await send("POST", `/v1/agents/${agent}/maintain`)).error?.code).toBe("unauthorized");
    expect((await send("POST", "/v1/tenants", { token: OPERATOR_TOKEN })).error?.code).toMatch(
      /malformed_json|unsupported_media_type/,
    );
  });

  it("[WI17] the OpenAPI document says which need one", async () => {
    const { body } = await send("GET", "/openapi.json");
    const { paths } = body as { paths: Record<string, { post: Operation }> };
    const needed = (path: string) => paths[`/v1/agents/{agent}${path}`].post.requestBody?.required;
    expect([needed("/query"), needed("/capture/jobs/{id}/retry"), needed("/maintain")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
