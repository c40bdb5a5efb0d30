// How a deployment chooses its embedder: what the variables may say, and how a wrong one is told.

import { describe, expect, it } from "vitest";
import { type EmbedderVariables, embedderConfigurationOf } from "../../durable/embed/configuration.ts";
import { embedderNamed, ON_BOARD } from "../../durable/embed/index.ts";
import { Refusal } from "../../wire/errors.ts";

const SERVICE = {
  EMBEDDER: "openai-compatible",
  EMBEDDER_URL: "https://api.example.com/v1",
  EMBEDDER_MODEL: "text-embedding-3-small",
  EMBEDDER_DIMENSIONS: "256",
};
const read = (variables: EmbedderVariables) => embedderConfigurationOf(variables, ON_BOARD);
const urlOf = (url: string) => read({ ...SERVICE, EMBEDDER_URL: url }).endpoint?.url;

function refusalOf(variables: object): Refusal {
  try {
    read(variables as EmbedderVariables);
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error("it was accepted");
}

describe("the choice", () => {
  it("[EP18] nothing set means the default of the profile", () => {
    expect(read({})).toEqual({ chosen: undefined, endpoint: undefined, dailyTokens: null });
    expect(read({ EMBEDDER: " ", EMBEDDER_URL: "" }).chosen).toBeUndefined();
  });

  it.each(ON_BOARD)("[EP18] %s is chosen by its name", (name) => {
    expect(read({ EMBEDDER: name }).chosen).toBe(name);
  });

  it.each([
    ["workers-ai", "workers-ai:@cf/qwen/qwen3-embedding-0.6b:256"],
    ["workers-ai:@cf/qwen/qwen3-embedding-0.6b", "workers-ai:@cf/qwen/qwen3-embedding-0.6b:256"],
    ["workers-ai:@cf/qwen/qwen3-embedding-0.6b:128", "workers-ai:@cf/qwen/qwen3-embedding-0.6b:128"],
    ["workers-ai:@cf/google/embeddinggemma-300m", "workers-ai:@cf/google/embeddinggemma-300m:256"],
    ["workers-ai:@cf/baai/bge-m3", "workers-ai:@cf/baai/bge-m3:1024"],
  ])("[EP18] %s means the identity %s", (chosen, identity) => {
    expect(read({ EMBEDDER: chosen, AI: {} }).chosen).toBe(identity);
    expect(embedderNamed(identity)?.name).toBe(identity);
  });

  it("[EP18] a service of one's own is chosen by model and length", () => {
    const { chosen, endpoint } = read({ ...SERVICE, EMBEDDER_KEY: "a-key\n" });
    expect(chosen).toBe("openai-compatible:text-embedding-3-small:256");
    expect(embedderNamed(chosen as string)).toMatchObject({ name: chosen, dimension: 256 });
    expect(endpoint).toMatchObject({ url: "https://api.example.com/v1/embeddings", key: "a-key" });
    expect(endpoint?.limits).toEqual({ items: 64, tokens: 50_000, textTokens: 8_000 });
  });

  it("[EP18] the address is kept for memories that began with the service, whatever new ones use", () => {
    expect(read({ ...SERVICE, EMBEDDER: ON_BOARD[0] })).toMatchObject({
      chosen: ON_BOARD[0],
      endpoint: { url: "https://api.example.com/v1/embeddings" },
    });
  });

  it("[EP19] the address is secure, except on this machine, and is taken with or without its last part", () => {
    expect(urlOf("https://api.example.com/v1/")).toBe("https://api.example.com/v1/embeddings");
    expect(urlOf("https://api.example.com/v1/embeddings")).toBe("https://api.example.com/v1/embeddings");
    for (const host of ["localhost:11434", "127.0.0.1:8080", "127.9.9.9", "[::1]:80"]) {
      expect(urlOf(`http://${host}/v1`)).toMatch(/^http:.*\/v1\/embeddings$/);
    }
    for (const host of [
      "api.example.com",
      "localhost.example.com",
      "127.0.0.1.example.com",
      "10.0.0.1",
      "0.0.0.0",
    ]) {
      expect(refusalOf({ ...SERVICE, EMBEDDER_URL: `http://${host}/v1` }).message).toMatch(/https/);
    }
  });
});

describe("a wrong variable", () => {
  it.each<[name: string, variables: object, told: RegExp]>([
    ["EMBEDDER", { EMBEDDER: "statik" }, /"statik".*hash-v1.*workers-ai:MODEL.*openai-compatible/],
    ["EMBEDDER", { EMBEDDER: "toString" }, /"toString"/],
    ["EMBEDDER", { EMBEDDER: "workers-ai:@cf/none", AI: {} }, /@cf\/qwen/],
    ["EMBEDDER", { EMBEDDER: "workers-ai:@cf/baai/bge-m3:256", AI: {} }, /1024/],
    ["EMBEDDER", { EMBEDDER: "workers-ai:@cf/qwen/qwen3-embedding-0.6b:0256", AI: {} }, /lengths/],
    ["EMBEDDER", { EMBEDDER: "workers-ai:@cf/qwen/qwen3-embedding-0.6b:", AI: {} }, /lengths/],
    ["EMBEDDER", { EMBEDDER: "workers-ai" }, /\[ai\] to wrangler\.toml/],
    ["EMBEDDER_URL", { ...SERVICE, EMBEDDER_URL: undefined }, /not set/],
    ["EMBEDDER_URL", { ...SERVICE, EMBEDDER_URL: "api.example.com" }, /https:/],
    ["EMBEDDER_URL", { ...SERVICE, EMBEDDER_URL: "ftp://api.example.com" }, /https:/],
    ["EMBEDDER_URL", { ...SERVICE, EMBEDDER_URL: "https://me:secret-word@api.example.com" }, /password/],
    [
      "EMBEDDER_URL",
      { ...SERVICE, EMBEDDER_URL: "https://api.example.com/?key=secret-word" },
      /question mark/,
    ],
    ["EMBEDDER_MODEL", { ...SERVICE, EMBEDDER_MODEL: "" }, /not set/],
    ["EMBEDDER_MODEL", { ...SERVICE, EMBEDDER_MODEL: "two words" }, /"two words"/],
    ["EMBEDDER_DIMENSIONS", { ...SERVICE, EMBEDDER_DIMENSIONS: undefined }, /not set/],
    ["EMBEDDER_DIMENSIONS", { ...SERVICE, EMBEDDER_DIMENSIONS: "many" }, /"many".*from 8 to 4096/],
    ["EMBEDDER_DIMENSIONS", { ...SERVICE, EMBEDDER_DIMENSIONS: "99999" }, /to 4096/],
    ["EMBEDDER_DIMENSIONS", { ...SERVICE, EMBEDDER_DIMENSIONS: 256 }, /text/],
    ["EMBEDDER_SHORTEN", { EMBEDDER_SHORTEN: "yes" }, /provider, here or no/],
    ["EMBEDDER_BATCH_ITEMS", { EMBEDDER_BATCH_ITEMS: "0" }, /from 1 to 2048/],
    ["EMBEDDER_BATCH_TOKENS", { EMBEDDER_BATCH_TOKENS: "1.5" }, /from 100/],
    ["EMBEDDER_TEXT_TOKENS", { EMBEDDER_TEXT_TOKENS: "-1" }, /from 100/],
    ["EMBEDDER_DAILY_TOKENS", { EMBEDDER_DAILY_TOKENS: "1e6" }, /from 1 on/],
    ["EMBEDDER_KEY", { ...SERVICE, EMBEDDER_KEY: "secret-word and more" }, /one word/],
  ])("[EP20] %s is named, with what may stand there: %j", (name, variables, told) => {
    const refusal = refusalOf(variables);
    expect(refusal.code).toBe("not_configured");
    expect(refusal.message).toContain(name);
    expect(refusal.message).toMatch(told);
    expect(refusal.message).not.toContain("secret-word");
  });
});
