// Which language model a deployment's variables say.

import { describe, expect, it } from "vitest";
import { type ModelVariables, modelConfigurationOf } from "../../durable/model/configuration.ts";
import { Models } from "../../durable/model/models.ts";
import { TestPorts } from "../support/remote-ports.ts";

const OPENAI = { MODEL: "openai-compatible", MODEL_URL: "https://api.example.com/v1", MODEL_NAME: "m" };
const ANTHROPIC = { MODEL: "anthropic", MODEL_NAME: "claude-haiku-4-5", MODEL_KEY: "sk-very-secret" };

describe("the variables of a model", () => {
  it("[TE6] without any, or with none, there is no model", () => {
    for (const variables of [{}, { MODEL: "none" }, { MODEL: " " }, { MODEL_KEY: "unused" }]) {
      expect(new Models(variables, new TestPorts()).current()).toBeNull();
    }
  });

  it("[TE6] name a provider, an address and a model", () => {
    expect(
      modelConfigurationOf({ ...OPENAI, MODEL_URL: "http://127.0.0.1:11434/v1/", MODEL_DAILY_TOKENS: "9" }),
    ).toEqual({
      choice: {
        kind: "openai-compatible",
        endpoint: { url: "http://127.0.0.1:11434/v1/chat/completions", key: undefined, model: "m" },
      },
      dailyTokens: 9,
    });
    expect(modelConfigurationOf(ANTHROPIC).choice).toMatchObject({
      endpoint: { url: "https://api.anthropic.com/v1/messages", key: "sk-very-secret" },
    });
    expect(
      new Models({ MODEL: "workers-ai", MODEL_NAME: "@cf/x/y", AI: {} }, new TestPorts()).current()?.name,
    ).toBe("workers-ai:@cf/x/y");
  });

  it.each<[what: string, variables: ModelVariables, named: RegExp]>([
    [
      "an unknown provider",
      { MODEL: "gpt" },
      /MODEL is "gpt".*none, workers-ai, openai-compatible, anthropic/,
    ],
    ["no address", { ...OPENAI, MODEL_URL: undefined }, /MODEL_URL is not set/],
    ["no name", { ...OPENAI, MODEL_NAME: "" }, /MODEL_NAME is not set/],
    [
      "an address without TLS",
      { ...OPENAI, MODEL_URL: "http://api.example.com/v1" },
      /MODEL_URL has to begin with https/,
    ],
    [
      "an address with a password",
      { ...OPENAI, MODEL_URL: "https://u:p@example.com" },
      /MODEL_URL has to be/,
    ],
    ["a name of two lines", { ...OPENAI, MODEL_NAME: "a\nb" }, /MODEL_NAME is/],
    ["no key where one is needed", { ...ANTHROPIC, MODEL_KEY: undefined }, /MODEL_KEY is not set/],
    ["no binding", { MODEL: "workers-ai" }, /no AI binding/],
    ["no number", { MODEL_DAILY_TOKENS: "many" }, /MODEL_DAILY_TOKENS is "many"/],
  ])("[TE6] %s is refused by name", (_, variables, named) => {
    expect(() => modelConfigurationOf(variables)).toThrow(named);
    expect(() => new Models(variables, new TestPorts()).current()).toThrow(named);
  });

  it("[TE6] a wrong key or address is not shown", () => {
    for (const variables of [
      { ...ANTHROPIC, MODEL_KEY: "sk-very secret" },
      { ...OPENAI, MODEL_URL: "https://example.com/?token=secret" },
    ]) {
      expect(() => modelConfigurationOf(variables)).toThrow(
        expect.objectContaining({ code: "not_configured" }),
      );
      expect(() => modelConfigurationOf(variables)).not.toThrow(/secret"|very|token=/);
    }
  });
});
