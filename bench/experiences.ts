// Past wins: tasks in six languages that were done once, asked for in other words, and prompts about something else. The
// product finds by its own operations; beside it stands the lexical vector of openclaw-experience-replay with its threshold.
// The product's floor was chosen on the first set, and the second one was written after that.

import type { Embedder } from "../durable/embed/embedder.ts";
import { DEFAULT_EMBEDDER } from "../durable/embed/index.ts";
import type { Memory } from "../durable/operations/memory.ts";
import { perform } from "../durable/operations/perform.ts";
import { NodeDatabase } from "../golden/node-database.ts";
import { optionsOf, ranked } from "../golden/reference-experiences.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../wire/endpoints.ts";
import { embeddersOf } from "./embedders.ts";
import tasks from "./experiences/tasks.json" with { type: "json" };
import unrelated from "./experiences/unrelated.json" with { type: "json" };
import unseen from "./experiences/unseen.json" with { type: "json" };
import { awake, benchCall } from "./memory.ts";
import { type Bench, CannotRun, type Row } from "./rows.ts";
import { figure, table } from "./table.ts";

type System = "product" | "reference";

/** The experiences that a prompt is shown, best first. */
type Find = (prompt: string) => Promise<readonly string[]>;

interface Store {
  readonly find: Find;
  /** Without one of them. */
  without(id: string): Promise<Find>;
  readonly ids: readonly string[];
}

interface TaskSet {
  readonly name: string;
  readonly tasks: readonly {
    readonly language: string;
    readonly task: string;
    readonly paraphrase: string;
  }[];
  readonly unrelated: readonly { readonly language: string; readonly prompt: string }[];
}

const SETS: readonly TaskSet[] = [
  { name: "sixty", tasks, unrelated },
  { name: "unseen", ...unseen },
];
const SYSTEMS: readonly System[] = ["product", "reference"];
const LANGUAGES = [...new Set(tasks.map(({ language }) => language))];
const METRICS = ["first", "among_three", "unrelated_shown", "others_shown"] as const;
const MEANINGS: Readonly<Record<(typeof METRICS)[number], string>> = {
  first: "the right experience comes first",
  among_three: "it is among three",
  unrelated_shown: "a prompt about something else is shown any",
  others_shown: "a task that nobody did before is shown any",
};

export const experiences: Bench = {
  about: "past wins: tasks in other words, in six languages",

  async run({ quick, say }) {
    const embedder = await embeddersOf(process.env).open(DEFAULT_EMBEDDER.product, say);
    if (!embedder) throw new CannotRun("past wins are measured with the embedder that new memories have");
    const rows: Row[] = [];
    for (const set of SETS) {
      for (const system of SYSTEMS) {
        say(`experiences: ${set.name}, ${system} …`);
        const store = system === "product" ? await productStore(set, embedder) : referenceStore(set);
        const judged = await measured(set, store);
        for (const language of ["all", ...LANGUAGES]) {
          for (const metric of METRICS) {
            const found = judged.filter(
              (one) => one.metric === metric && ["all", one.language].includes(language),
            );
            const value = found.filter(({ isSo }) => isSo).length / found.length;
            const params = { set: set.name, system, language, quick };
            rows.push({ bench: "experiences", metric, value, unit: "share", params });
          }
        }
      }
    }
    return rows;
  },

  show(rows) {
    const shareOf = (metric: string, language: string, set: string, system: System) =>
      rows.find(
        ({ params, ...row }) =>
          row.metric === metric &&
          params.language === language &&
          params.set === set &&
          params.system === system,
      )?.value ?? Number.NaN;
    const lines = METRICS.flatMap((metric) =>
      ["all", ...LANGUAGES].map((language) => [
        language === "all" ? MEANINGS[metric] : "",
        language,
        ...SETS.flatMap(({ name }) =>
          SYSTEMS.map((system) => figure(shareOf(metric, language, name, system))),
        ),
      ]),
    );
    const heads = SETS.flatMap(({ name }) => [name, "lexical vector, 0.32"]);
    return table(["share of prompts for which …", "language", ...heads], lines);
  },
};

interface Judged {
  readonly metric: (typeof METRICS)[number];
  readonly language: string;
  readonly isSo: boolean;
}

async function measured({ tasks, unrelated }: TaskSet, { find, without, ids }: Store): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [number, { language, paraphrase }] of tasks.entries()) {
    const found = await find(paraphrase);
    judged.push({ metric: "first", language, isSo: found[0] === ids[number] });
    judged.push({ metric: "among_three", language, isSo: found.slice(0, 3).includes(ids[number]) });
    const others = await (await without(ids[number]))(paraphrase);
    judged.push({ metric: "others_shown", language, isSo: others.length > 0 });
  }
  for (const { language, prompt } of unrelated) {
    judged.push({ metric: "unrelated_shown", language, isSo: (await find(prompt)).length > 0 });
  }
  return judged;
}

async function productStore({ tasks }: TaskSet, embedder: Embedder): Promise<Store> {
  const told = async (left: readonly string[]) => {
    const memory = awake({ database: new NodeDatabase(), embedder });
    const ids: string[] = [];
    for (const task of left) ids.push(await tell(memory, task));
    return { memory, ids };
  };
  const finding =
    (memory: Memory): Find =>
    async (prompt) => {
      const found = await performed(memory, "searchExperiences", { prompt });
      return found.experiences.map(({ id }) => id);
    };
  const all = tasks.map(({ task }) => task);
  const { memory, ids } = await told(all);
  return {
    find: finding(memory),
    ids,
    without: async (id) => finding((await told(all.filter((_, number) => ids[number] !== id))).memory),
  };
}

async function tell(memory: Memory, prompt: string): Promise<string> {
  const run = { run_id: prompt, prompt, answer: "Done.", end: { success: true } };
  const { id } = await performed(memory, "tellExperience", run);
  if (id === null) throw new Error("a run that went well was not kept");
  return id;
}

async function performed<Name extends EndpointName>(
  memory: Memory,
  name: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name>> {
  const result = await perform(memory, name, request, benchCall());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function referenceStore({ tasks }: TaskSet): Store {
  const rows = tasks.map(({ task: prompt }, number) => {
    return { id: String(number), prompt, createdAt: new Date(number).toISOString() };
  });
  const finding =
    (left: typeof rows): Find =>
    async (prompt) =>
      ranked(prompt, left, optionsOf({})).map(({ id }) => id);
  return {
    find: finding(rows),
    ids: rows.map(({ id }) => id),
    without: async (id) => finding(rows.filter((row) => row.id !== id)),
  };
}
