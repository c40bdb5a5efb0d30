// What the text room knows about texts, in the form in which the graph room takes it.

import type { TextTools } from "../graph/maintenance/text-tools.ts";
import type { StructureSettings } from "../graph/settings.ts";
import { withHeadingsJoined } from "../text/chunk.ts";
import { digestOf, legacyDigestOf } from "../text/digest.ts";
import { firstLine, paragraphsOf, strip } from "../text/lines.ts";
import { wordTokens } from "../text/word-tokens.ts";
import { wordsOf } from "../text/words.ts";

export function textToolsOf({ connectWords, splitJoinsHeadings }: StructureSettings): TextTools {
  return {
    strip,
    paragraphsOf: splitJoinsHeadings ? (text) => withHeadingsJoined(paragraphsOf(text)) : paragraphsOf,
    firstLineOf: firstLine,
    tokensOf:
      connectWords === "ascii" ? wordTokens : (text) => new Set(wordsOf(text).map((word) => word.text)),
    digestOf,
    legacyDigestOf,
  };
}
