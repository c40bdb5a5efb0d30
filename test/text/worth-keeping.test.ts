// Which sentences say something that should last, in the languages that the product listens in.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SPACED } from "../../durable/text/capture-words.ts";
import { lastingSentences } from "../../durable/text/lasting-sentences.ts";
import { isWorthKeeping } from "../../durable/text/worth-keeping.ts";

const LASTING: Readonly<Record<string, readonly string[]>> = {
  English: [
    "We decided to host the mail relay in Vienna.",
    "And don’t forget the invoices go to Marta.",
    "When deploying, always run the tests first.",
    "I don't like calls, I prefer mail.",
    "From now on the build runs on two machines.",
    "No, we always use the blue connector.",
  ],
  German: [
    "Wir haben uns entschieden, freitags nicht zu deployen.",
    "Merk dir, dass der Schlüssel bei Anna liegt.",
    "Nie am Freitag nach dem Mittag deployen.",
    "Mir ist Tee am Morgen lieber als Kaffee.",
    "Wichtig: die Sicherung läuft um drei Uhr.",
  ],
  French: [
    "On a décidé d'héberger le relais à Vienne.",
    "N’oublie pas que je suis végétarien.",
    "Je préfère le thé au café le matin.",
    "Ne jamais déployer le vendredi après-midi.",
  ],
  Spanish: [
    "Recuerda que soy alérgico al maní.",
    "Prefiero el té al café por la mañana.",
    "Hemos decidido mudarnos en mayo del año que viene.",
    "Nunca se despliega los viernes por la tarde.",
  ],
  Portuguese: [
    "Lembre-se de que eu moro em Lisboa.",
    "Prefiro reuniões curtas pela manhã.",
    "Decidimos mudar de escritório em maio.",
    "Nunca fazemos deploy na sexta-feira à tarde.",
  ],
  Russian: [
    "Запомни, что я не ем мясо.",
    "Мы решили переехать в новый офис в мае.",
    "Я предпочитаю чай по утрам, а не кофе.",
    "Никогда не выкатываем по пятницам после обеда.",
  ],
  Chinese: ["请记住我对花生过敏", "我们决定把服务器搬到二楼", "周五下午绝不发布新版本", "我更喜欢早上喝茶"],
  Japanese: [
    "私はいつも朝にお茶を飲みます。",
    "方針は金曜日にデプロイしないことです。",
    "会議は火曜日に決まりました。",
    "アレルギーがあることを忘れないで",
  ],
};

const PASSING: Readonly<Record<string, readonly string[]>> = {
  English: [
    "The matter is still undecided at this point.",
    "Nevertheless the trains ran on time today.",
    "That is an unimportant detail in the end.",
    "Do you remember what I decided yesterday?",
    "do you remember what i decided yesterday",
    "We have not decided where to host it yet.",
    "Haven’t decided about the office yet, sorry.",
    "It's not important which colour it is.",
    "Never mind, I found the file myself now.",
    "I remember that day as if it were yesterday.",
    "A never-ending story about our build system.",
    "The weather has been mild and the trains were mostly on time this week.",
    "run the tests and tell me what comes out",
  ],
  German: [
    "Das ist noch nicht entschieden worden, leider.",
    "Das ist mir wirklich nicht wichtig, mach was.",
    "Hast du dir gemerkt, was wir beschlossen haben",
    "Die Frage ist unentschieden geblieben bis jetzt.",
    "Wie immer ist der Drucker im dritten Stock kaputt.",
  ],
  French: [
    "Ce n'est pas important du tout pour moi.",
    "On n'a pas encore décidé quoi que ce soit.",
    "Est-ce que tu préfères le thé ou le café",
  ],
  Spanish: ["No es importante para el proyecto actual.", "¿Recuerdas lo que decidimos ayer por la tarde?"],
  Portuguese: ["Ainda não foi decidido onde vai ficar.", "Isto não é importante para o projeto."],
  Russian: ["Ещё не решено, где будет сервер стоять.", "Это не важно для нашего проекта сейчас."],
  Chinese: ["我们还没有决定把服务器搬到哪里", "你记得我昨天决定了什么吗", "这个对我们来说不重要啊"],
  Japanese: ["それは重要ではありません、ありがとう。", "どこに置くかはまだ未決定だと思います。"],
  "other languages": [
    "Nie wiem, gdzie jest ten plik, sprawdź.",
    "Nie mogę tego zrobić dzisiaj po południu, więc jutro.",
  ],
};

const rows = (samples: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(samples).flatMap(([language, texts]) => texts.map((text) => [language, text] as const));

const NOT_THEIR_OWN = [
  'Translate: "I prefer beer over wine".',
  "Translate into German: I always prefer beer over wine.",
  'My colleague said: "I always hate Mondays".',
  "My colleague said: I always hate Mondays.",
  "She wrote in her mail: I never eat meat at all.",
  "Anna wrote “never call me before noon, please”.",
  "If I always lost my keys, what would you tell me to do.",
  "If I always lost my keys, I would buy a hook.",
  "Imagine I never ate any meat at all.",
  "Übersetze: „Ich trinke lieber Bier als Wein“.",
  "Wenn ich immer meine Schlüssel verlöre, wäre ich arm.",
  "Mon collègue a dit : « Je déteste toujours les lundis ».",
  "Traduce: «Prefiero la cerveza al vino».",
  "Мой коллега сказал: «Я всегда ненавижу понедельники».",
  "翻译：“我更喜欢喝啤酒，不喜欢葡萄酒”",
  "同僚は「私はいつも月曜日が嫌いだ」と言った。",
];
const THEIR_OWN = [
  "I live in Paris with my family.",
  "Me gusta más el té que el café por la mañana.",
  "If the build fails, always run it again.",
  'We decided to call the project "Heron".',
  'Remember: "the gate closes at five".',
  'Our rule is "never deploy on Friday", as you know.',
  "If it's ok, I'd prefer short answers in the evening.",
  "If I'm late I prefer a text message to a call.",
  "I said: never deploy on Friday afternoon.",
  'The 5" screws are always in the left drawer.',
  "Ich wohne in Graz mit meiner Familie.",
  "J'habite à Lyon avec ma famille.",
  "Wenn der Build scheitert, immer neu starten.",
  "Я живу в Казани со своей семьёй.",
  "我住在巴黎，和家人在一起。",
  "私は家族と一緒にパリに住んでいます。",
];

describe("a sentence is worth keeping", () => {
  it.each(rows(LASTING))("[CP1] in %s: %s", (_, text) => {
    expect(isWorthKeeping(text)).toBe(true);
  });

  it.each(rows(PASSING))("[CP1] or not, in %s: %s", (_, text) => {
    expect(isWorthKeeping(text)).toBe(false);
  });

  it.each(NOT_THEIR_OWN)("[CP22] not where it is quoted, supposed or somebody else's: %s", (text) => {
    expect(isWorthKeeping(text)).toBe(false);
  });

  it.each(THEIR_OWN)("[CP22] where it is the user's own: %s", (text) => {
    expect(isWorthKeeping(text)).toBe(true);
  });

  it("[CP22] not as one of several in a quotation", () => {
    const said =
      'Translate: "I prefer tea to coffee. I always drink it hot. I never add sugar to it." I prefer mail.';
    expect(lastingSentences([said], { recalled: [] })).toEqual([]);
    const own = "I always drink my coffee hot.";
    expect(lastingSentences([`${said} ${own}`], { recalled: [] })).toEqual([own]);
  });

  it("[CP2] never as a question, whatever it asks", () => {
    for (const text of rows(LASTING).map(([, text]) => text)) {
      const asked = text.replace(/[.。！!]*$/, "");
      for (const mark of ["?", "？", "?!", "?)", "? 🙂", '?"'])
        expect(isWorthKeeping(asked + mark)).toBe(false);
    }
  });

  it("[CP3] only by whole words: no word that merely holds one counts", () => {
    const words = SPACED.flatMap(({ firm, deniable }) => [...firm, ...deniable]).filter((word) =>
      /^\p{L}+$/u.test(word),
    );
    const property = fc.property(
      fc.constantFrom(...words),
      fc.constantFrom("q", "x9", "_", "ж"),
      (word, more) => {
        const around = (inside: string) => isWorthKeeping(`zzz qqq zzz ${inside} zzz qqq zzz`);
        return around(word) && !around(more + word) && !around(word + more);
      },
    );
    fc.assert(property, { seed: 20261130, numRuns: 500 });
  });

  it("[CP4] by the user's own phrases: whole words in any case; an empty one is none", () => {
    const text = "Set the House Rule: shoes off at the door.";
    expect(isWorthKeeping(text, ["house rule"])).toBe(true);
    expect(isWorthKeeping(text, ["house rul"])).toBe(false);
    expect(isWorthKeeping(text, ["", "  ", "\n"])).toBe(false);
    expect(isWorthKeeping("Ships in (beta) on Monday for everyone.", ["(beta)"])).toBe(true);
    expect(isWorthKeeping(`${text}?`, ["house rule"])).toBe(false);
  });
});
