// What the screen stops and what it stops wrongly, whether what passes is fenced, and how much personal data is found, each
// beside a plain comparison.

import { screened } from "../durable/text/screening/screen.ts";
import { fenced } from "./injection/fenced.ts";
import { isFlaggedByHand, isListed } from "./injection/naive.ts";
import { personalRows } from "./injection/personal.ts";
import { attacksIn, drawn, HOST_SETS, innocentSets, markedTexts, plantedIn } from "./injection/planted.ts";
import { showInjection } from "./injection/show.ts";
import type { Bench, Row } from "./rows.ts";

/** Texts of each set that every order is planted in. */
const HOSTS = { full: 120, quick: 30 } as const;
/** Passing texts that are added to a memory and asked for. */
const FENCED = { full: 60, quick: 20 } as const;

const SYSTEMS: Readonly<Record<string, (text: string) => boolean>> = {
  edgebrain: (text) => screened(text).verdict !== "clean",
  by_hand: isFlaggedByHand,
  phrases_only: (text) => screened(text, { requests: false }).verdict !== "clean",
  reference: isListed,
};

export const injection: Bench = {
  about: "orders planted in innocent texts: stopped, fenced, false alarms; personal data found",

  async run({ quick, data, say }) {
    const size = quick ? "quick" : "full";
    const attacks = attacksIn(data);
    const sets = innocentSets(data, say);
    const hosts = sets
      .filter(({ name }) => HOST_SETS.includes(name))
      .map(({ name, texts }) => ({ name, texts: drawn(texts, HOSTS[size]) }));
    const rows: Row[] = [];
    const row = (metric: string, value: number, unit: string, params: Row["params"]) =>
      rows.push({ bench: "injection", metric, value, unit, params: { quick, ...params } });
    const passing: string[] = [];
    for (const [system, isStopped] of Object.entries(SYSTEMS)) {
      for (const { name, texts } of hosts) {
        for (const half of ["first", "second"]) {
          const planted = attacks
            .filter((attack) => attack.half === half)
            .flatMap(({ text }) => [...plantedIn(text, texts)]);
          const stopped = planted.filter(isStopped).length;
          row("attacks_stopped", (100 * stopped) / planted.length, "%", {
            system,
            set: name,
            half,
            n: planted.length,
          });
          if (system === "edgebrain") passing.push(...planted.filter((text) => !isStopped(text)));
        }
      }
      for (const { name, texts } of sets) {
        const stopped = texts.filter(isStopped).length;
        row("false_positives", (100 * stopped) / texts.length, "%", { system, set: name, n: texts.length });
      }
    }
    say(`injection: ${passing.length} planted texts pass; ${FENCED[size]} of them are added to a memory`);
    const { shown, unfenced } = await fenced(drawn(passing, FENCED[size]));
    row("unfenced", unfenced, "texts", { system: "edgebrain", n: shown });
    rows.push(...personalRows(markedTexts(data), { quick }));
    return rows;
  },

  show: showInjection,
};
