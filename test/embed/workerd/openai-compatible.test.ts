// The openai-compatible embedder in the Workers runtime, with its own fetch, against a service on this machine.

import { describe, expect, inject, it } from "vitest";
import { embedderContract } from "../../contracts/embedder.ts";
import { endpointTo, failureOf, named, openAiCompatible } from "../../support/remote-embedders.ts";

const NAME = "openai-compatible:some-model:256";
const services = inject("embeddingService");

embedderContract(() => named(NAME, { configuration: endpointTo(services.honest) }), NAME);

describe("the fetch of the runtime", () => {
  it("[EP14] follows no redirect", async () => {
    const failure = await failureOf(openAiCompatible(services.moved));
    expect(failure).toMatchObject({ reason: "refused", message: expect.stringContaining("307") });
  });

  it("[EP9] is given up in time", async () => {
    const short = { request: 50, overall: 100 };
    const embedder = openAiCompatible(services.silent, { time: { query: short, document: short } });
    expect(await failureOf(embedder)).toMatchObject({ reason: "timeout" });
  });

  it("[EP9] says that a refused connection is unavailable", async () => {
    const embedder = openAiCompatible("http://127.0.0.1:1/v1");
    expect(await failureOf(embedder)).toMatchObject({ reason: "unavailable" });
  });
});
