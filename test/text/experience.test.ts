// Runs as experiences: what of them is kept, what counts as a failure or a complaint, which language a prompt is in.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experienceOf, stepOf } from "../../durable/text/experience.ts";
import { experienceBlock, fencedExperiences } from "../../durable/text/experience-block.ts";
import { complains, failed } from "../../durable/text/experience-score.ts";
import { PRODUCT_EXPERIENCES } from "../../durable/text/experience-settings.ts";
import { LANGUAGES, languageOf } from "../../durable/text/prompt-language.ts";
import { aliasesOf, RunTraces } from "../../durable/text/run-traces.ts";

const HALF_AN_HOUR = 30 * 60_000;

describe("a run as an experience", () => {
  it("[PW16] survives what JSON cannot hold, and keeps no more of it than its limits", () => {
    const cycle: Record<string, unknown> = { name: "x" };
    cycle.self = cycle;
    for (const result of [cycle, 10n, { at: 10n }, Symbol.iterator, () => 1, Number.NaN]) {
      const { resultSummary } = stepOf({ toolName: "t", params: { result }, result }, PRODUCT_EXPERIENCES);
      expect(resultSummary.length).toBeGreaterThan(0);
      expect(resultSummary.length).toBeLessThanOrEqual(PRODUCT_EXPERIENCES.longestResult);
    }
    const long = stepOf(
      { toolName: "t", params: { a: "word ".repeat(99_999) }, result: "x" },
      PRODUCT_EXPERIENCES,
    );
    expect(JSON.stringify(long.params).length).toBeLessThan(1_000);
  });

  it("[PW16] keeps the last steps and the last that worked, and counts what it left out", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (works) => {
        const steps = works.map((ok, number) =>
          stepOf({ toolName: `t${number}`, ...(ok ? {} : { error: "no" }) }, PRODUCT_EXPERIENCES),
        );
        const kept = experienceOf({ prompt: "p", assistantTexts: ["a"], steps }, PRODUCT_EXPERIENCES);
        const names = kept.steps.map(({ toolName }) => toolName);
        expect(kept.steps.length + kept.omitted).toBe(works.length);
        expect(names.length).toBe(Math.min(works.length, PRODUCT_EXPERIENCES.mostSteps));
        if (works.length > 0) expect(names).toContain(`t${works.length - 1}`);
        if (works.includes(true)) expect(names).toContain(`t${works.lastIndexOf(true)}`);
      }),
      { seed: 1 },
    );
  });

  it("[PW16] differs by prompt, tools, names of parameters and answer, and by nothing else", () => {
    const printOf = (prompt: string, tool: object, answer: string) =>
      experienceOf(
        {
          prompt,
          assistantTexts: [answer],
          steps: [stepOf({ toolName: "t", ...tool }, PRODUCT_EXPERIENCES)],
        },
        PRODUCT_EXPERIENCES,
      ).fingerprint;
    const print = printOf("p", { params: { a: 1 }, durationMs: 5, result: "x" }, "done");
    expect(printOf(" p ", { params: { a: 2 }, durationMs: 9, result: "y" }, "done")).toBe(print);
    for (const other of [
      printOf("q", { params: { a: 1 } }, "done"),
      printOf("p", { toolName: "u", params: { a: 1 } }, "done"),
      printOf("p", { params: { b: 1 } }, "done"),
      printOf("p", { params: { a: 1 } }, "done!"),
    ])
      expect(other).not.toBe(print);
  });
});

describe("a judgement of a run", () => {
  it.each([
    "Es tut mir leid, das konnte ich nicht öffnen.",
    "Désolé, je n'ai pas pu ouvrir le fichier.",
    "Lo siento, no pude abrir el archivo.",
    "Infelizmente não consegui abrir o arquivo.",
    "К сожалению, файл не открылся.",
    "抱歉，我无法打开文件。",
    "申し訳ありませんが、開くことができません。",
    "I couldn't open the file.",
    "TypeError: x is undefined",
    "HTTP 503",
  ])("[PW17] a short answer that begins as a failure is one: %s", (answer) => {
    expect(failed(answer)).toBe(true);
  });

  it.each([
    "Sorry for the wait: the report is attached.",
    "Leider war der alte Schlüssel abgelaufen; der neue ist aktiv.",
    "The page returns HTTP 404 by design.",
    "Error budgets are now in the dashboard.",
    `Error: that is what the log said. ${"I then repaired the index. ".repeat(20)}`,
  ])("[PW17] an answer that speaks of failures is none: %s", (answer) => {
    expect(failed(answer)).toBe(false);
  });

  it("[PW17] complaints are whole words where a script sets words apart", () => {
    expect(complains("find the predominant colour", ["redo"])).toBe(false);
    expect(complains("please REDO it", ["redo"])).toBe(true);
    expect(complains("这不对，重来", ["不对"])).toBe(true);
  });
});

describe("a prompt's language", () => {
  it.each([
    ["en", "Rotate the signing key of the billing service"],
    ["de", "Bitte die Rechnung für den Kunden schreiben"],
    ["fr", "Prépare le planning des gardes pour les infirmières"],
    ["es", "Revisa el contrato de alquiler del local y las cláusulas"],
    ["pt", "Verifique o contrato do aluguel e as cláusulas da loja"],
    ["ru", "Проверь договор аренды склада"],
    ["zh", "把产品说明书翻译成法语"],
    ["ja", "製品の説明書を翻訳してください"],
  ])("[PW18] %s is told by script and small words", (language, prompt) => {
    expect(languageOf(prompt)).toBe(language);
  });

  it.each([
    [
      "en",
      [
        "Bake a cake",
        "Order a pizza as a test",
        "Note it as done",
        "Do a dry run",
        "Me, a no-show?",
        "Plan a trip to Porto",
      ],
    ],
    [
      "en",
      [
        "Are a lot of tests red?",
        "Find a gift for Ana",
        "An email to Dom",
        "Sum up a die roll",
        "In a hurry",
      ],
    ],
    [
      "de",
      [
        "Backe einen Kuchen",
        "Wo ist die Datei?",
        "Was war da?",
        "Zeig mir das",
        "Um wie viel Uhr?",
        "Mach es neu",
      ],
    ],
    ["de", ["Plane eine Reise an die Küste", "Die Liste im Ordner", "Alle Tests, bitte"]],
    [
      "fr",
      [
        "Fais un gâteau",
        "Un test de la base",
        "Où est la liste ?",
        "Note la date",
        "Plan de la salle du bas",
      ],
    ],
    ["fr", ["Écris une lettre à Ana", "Cherche l'adresse", "Ce menu est en anglais ?"]],
    [
      "es",
      [
        "Haz un pastel",
        "Dame la lista",
        "¿Qué hay en la mesa?",
        "Un plan para el lunes",
        "Busca los datos y las fotos",
      ],
    ],
    ["es", ["Escribe una carta a mi madre", "La casa del mar", "Pon el menú en la mesa"]],
    [
      "pt",
      [
        "Faça um bolo",
        "Uma lista do mês",
        "Onde está o plano?",
        "Um plano para o mês",
        "Envia os dados e as fotos",
      ],
    ],
    ["pt", ["Escreve uma carta à minha mãe", "A casa na praia", "O que há na mesa?"]],
  ])("[PW18] %s is told from short prompts, whose small words others have too: %j", (language, prompts) => {
    expect(prompts.filter((prompt) => languageOf(prompt) !== language)).toEqual([]);
  });

  it("[PW18] is the wished one where nothing tells, and English before all", () => {
    expect(languageOf("kubectl rollout restart", "fr")).toBe("fr");
    expect(languageOf("12 + 30")).toBe("en");
  });

  it("[PW18] every language has words of its own for the block, which fits its limit or is left out", () => {
    const shown = [{ taskSummary: "t", steps: [], finalAnswer: "f" }];
    expect(new Set(LANGUAGES.map((language) => experienceBlock(shown, language))).size).toBe(
      LANGUAGES.length,
    );
    const three = [shown[0], shown[0], { ...shown[0], finalAnswer: "long ".repeat(100) }];
    const { text, shown: count } = fencedExperiences(three, "en", "0".repeat(32), 600);
    expect(count).toBe(2);
    expect(text.length).toBeLessThanOrEqual(600);
    expect(fencedExperiences(three, "en", "0".repeat(32), 10)).toEqual({ text: "", shown: 0 });
  });
});

describe("traces of runs", () => {
  it("[PW19] are told apart by run, else by session, and by nothing that strangers share", () => {
    const shared = { agentId: "a", channelId: "c", workspaceDir: "w" };
    expect(aliasesOf({}, shared)).toEqual([]);
    expect(aliasesOf({}, { ...shared, sessionId: "s" })).toEqual(["sessionId:s"]);
    const traces = new RunTraces<string>();
    traces.prompt([], "whose?", 0);
    expect(traces.take([], 0).prompt).toBe("");
  });

  it("[PW19] end after half an hour without a word, and are bounded", () => {
    const traces = new RunTraces<string>();
    traces.prompt(["a"], "old", 0);
    expect(traces.take(["a"], HALF_AN_HOUR + 1).prompt).toBe("");
    for (let run = 0; run < 1_000; run++) traces.prompt([String(run)], `p${run}`, 0);
    expect(traces.take(["0"], 0).prompt).toBe("");
    expect(traces.take(["999"], 0).prompt).toBe("p999");
    for (let call = 0; call < 1_000; call++) traces.tool(["t"], String(call), 0);
    const { tools } = traces.take(["t"], 0);
    expect([tools.length, tools.at(-1)]).toEqual([200, "999"]);
  });
});
