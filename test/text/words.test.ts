// Words in any script, as vectors and the full-text index see them.

import { describe, expect, it } from "vitest";
import { wordsOf } from "../../durable/text/words.ts";

const words = (text: string) => wordsOf(text).map(({ text }) => text);

describe("words", () => {
  it("[TX15] names give themselves and their parts", () => {
    expect(words("OOMKilled E4471 iPhone camelCaseName plain")).toEqual(
      "oomkilled oom killed e4471 e 4471 iphone phone camelcasename camel case name plain".split(" "),
    );
  });

  it("[TX15] scripts without spaces give characters and pairs, mixed runs come apart", () => {
    expect(words("部署ab テスト")).toEqual(["部", "部署", "署", "ab", "テ", "テス", "ス", "スト", "ト"]);
  });

  it("[TX15] function words and the tails of contractions are left out, compatible forms unified", () => {
    expect(words("Why don't we’ve the ＤＥＰＬＯＹ?")).toEqual(["don", "deploy"]);
  });

  it("[TX15] letters of any other script stay whole words in lower case", () => {
    expect(words("Größe ПРОД नमस्ते")).toEqual(["größe", "прод", "नमस्ते"]);
  });
});
