// [SY] A folder with everything that folders hold, sent over HTTP: all notes are found, the long one in pieces, and what is left out is
// named. In scripts without spaces words are found by words alone.

import { afterEach, describe, expect, it, vi } from "vitest";
import { EmbedderFailure } from "../../durable/embed/failure.ts";
import { PRODUCT } from "../../durable/graph/profiles.ts";
import { begin, refused } from "../support/remembering.ts";
import { deploy, ScriptedEmbedder } from "../support/scripted-embedder.ts";

const CHUNKS = PRODUCT.sync.chunks;
const LONG = 400_000;
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uffef]/u;

/** One line of `LONG` characters that says something of its own at its beginning, in its middle and at its end. */
function longLine(words: readonly [string, string, string], filler: string): string {
  const [first, middle, last] = words;
  const half = filler.repeat(LONG).slice(0, LONG / 2 - 200);
  return `${first} ${half} ${middle} ${half} ${last}`;
}

const LONG_FILES: Readonly<Record<string, readonly [words: [string, string, string], filler: string]>> = {
  "long.md": [["zebrafinch", "quokkapen", "wombatden"], "some words of a log that goes on and on "],
  "lang.md": [
    ["Zaunkönigin", "Uferschwalbe", "Wiedehopfnest"],
    "ein paar Wörter eines Protokolls ohne Ende ",
  ],
  "long-cjk.md": [["斑马雀在笼子里", "袋鼠睡在后院", "袋熊住在洞里"], "没有尽头的日志中的一些字"],
  "long-kana.md": [
    ["しりとり大会の記録", "のんびり昼寝の記録", "おにぎり弁当の記録"],
    "おわらないきろくのことば",
  ],
  "long-ko.md": [["끝말잇기 대회", "낮잠자기 대회", "주먹밥 도시락"], "끝나지않는기록의말들"],
};

function folder() {
  const notes = Array.from({ length: 30 }, (_, at) => ({
    path: `notes/${at}.md`,
    text: `# Note ${at}\n\nThe locker numbered ${1_000 + at} belongs to the ${["rowing", "chess", "judo"][at % 3]} club.`,
  }));
  return [
    ...notes,
    { path: "empty.md", text: "" },
    { path: "blank.md", text: " \r\n\t" },
    { path: "windows.md", text: "\ufeff# Windows\r\n\r\nThe capstan winch stands on the jetty.\r\n" },
  ];
}

afterEach(() => {
  vi.restoreAllMocks();
  deploy();
});

describe("a folder that is sent", () => {
  it.each(Object.entries(LONG_FILES))(
    "[SY20] has all its notes found, and %s in pieces",
    async (path, [words, filler]) => {
      const { memory, object } = await begin();
      const files = [...folder(), { path, text: longLine(words, filler) }];
      // A client leaves binary files out, as `edgebrain sync` does; sent all the same, one is named and nothing is half done.
      const binary = { path: "picture.md", text: "\u0089PNG\r\n\u0000\u0001\u0002" };
      await expect(memory.sync({ files: [...files, binary] })).rejects.toEqual(refused("invalid_text"));
      expect((await memory.info()).nodes).toBe(0);
      const first = await memory.sync({ files });
      expect(first.skipped.map((one) => one.path).sort()).toEqual(["blank.md", "empty.md"]);
      expect(first.skipped.every(({ reason }) => reason.length > 5)).toBe(true);
      for (const [at, file] of folder().slice(0, 30).entries()) {
        const { fired } = await memory.query({ query: `Whose is the locker numbered ${1_000 + at}?` });
        expect(fired[0].provenance.file, file.path).toBe(file.path);
      }
      const { fired: winch } = await memory.query({ query: "Where is the capstan winch?" });
      expect(winch[0].provenance.file).toBe("windows.md");
      expect(winch[0].text).not.toMatch(/[\r\ufeff]/);
      for (const word of words) {
        const { fired } = await memory.query({ query: word });
        expect(fired[0].provenance.file, word).toBe(path);
        expect(fired[0].text).toContain(word);
      }
      const { nodes } = (await object.disk(["nodes"])) as { nodes: { file: string | null; text: string }[] };
      const pieces = nodes.filter(({ file }) => file === path).map(({ text }) => text);
      expect(pieces.length).toBeGreaterThan(LONG / CHUNKS.mostChars);
      for (const piece of pieces) {
        const wide = [...piece].filter((character) => FULL_WIDTH.test(character)).length;
        expect([...piece].length - wide + wide * CHUNKS.fullWidth).toBeLessThanOrEqual(CHUNKS.mostChars);
        expect(piece.isWellFormed()).toBe(true);
      }
      for (const [at, piece] of pieces.slice(1).entries())
        expect(pieces[at]).toContain([...piece].slice(0, 20).join(""));
      const again = await memory.sync({ files });
      expect(again).toMatchObject({
        nodes_added: 0,
        nodes_updated: 0,
        nodes_removed: 0,
        embeddings_computed: 0,
      });
      expect((await memory.info()).nodes).toBe(nodes.length);
    },
  );
});

const UNSPACED: readonly (readonly [text: string, word: string])[] = [
  ["今天下午把备份服务器迁到机房二楼", "备份服务器"],
  ["昨日しりとり大会で優勝した", "しりとり"],
  ["오늘 끝말잇기 게임을 했다", "끝말잇기"],
  ["会议纪要存放在蓝色文件柜里", "文件柜"],
  ["明日は荷物をトラックで運びます", "トラック"],
  ["다음 주에 창고정리를 끝낸다", "창고정리"],
];

describe("words of scripts without spaces", () => {
  it.each(["memories", "nodes", "files"])(
    "[HR60] find what says them first, by words alone, among %s",
    async (how) => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const [embedder] = deploy(new ScriptedEmbedder("scripted-v1", { slow: false }));
      embedder.mood = new EmbedderFailure("unavailable", "the provider answers 503");
      const { memory, store } = await begin();
      if (how === "files")
        await memory.sync({ files: UNSPACED.map(([text], at) => ({ path: `${at}.md`, text })) });
      else
        for (const [content] of UNSPACED)
          await (how === "memories" ? store(content) : memory.inject({ content }));
      for (const [text, word] of UNSPACED) {
        const reply = await memory.query({ query: word });
        expect(reply.degraded).toBeDefined();
        expect(reply.fired[0]?.text, word).toBe(text);
      }
    },
  );

  it("[HR60] are shown whole where a text is cut to its budget", async () => {
    const { memory, store } = await begin();
    for (const [text] of UNSPACED) await store(text);
    await store(`👩‍👩‍👧‍👦 𠮷野家のメニュー ${"𠮷".repeat(300)}`);
    for (let most = 200; most < 420; most += 7) {
      const { context } = await memory.query({ query: "𠮷野家", max_context_chars: most });
      expect(context.isWellFormed()).toBe(true);
    }
  });
});
