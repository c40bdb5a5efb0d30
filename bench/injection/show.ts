// Rows of the injection bench as tables, the comparison beside each figure.

import type { Row } from "../rows.ts";
import { table } from "../table.ts";

type Rows = readonly Row[];

export function showInjection(rows: Rows): string {
  const fence = rows.find(({ metric }) => metric === "unfenced");
  return [
    pivot("Planted orders stopped, in percent", rows, "attacks_stopped", ["set", "half"]),
    pivot("Innocent texts stopped, in percent", rows, "false_positives", ["set"]),
    ...(fence
      ? [`Outside of the fence: ${fence.value} of ${fence.params.n} texts that pass and are shown.`]
      : []),
    pivot("Personal data found, in percent", rows, "pii_recall", ["type"]),
    pivot("Of what was found, personal data, in percent", rows, "pii_precision", ["type"]),
    [
      "half: odd and even lines. The lists of words were written knowing these kinds of orders; weights and phrases come from neither half.",
      "by_hand: the same features with weights by hand; phrases_only: without the request model; reference: its word list.",
      "LoCoMo is CC BY-NC 4.0: it is measured on, and nothing of it is shipped.",
    ].join("\n"),
  ].join("\n\n");
}

function pivot(title: string, rows: Rows, metric: string, keys: readonly string[]): string {
  const of = rows.filter((row) => row.metric === metric);
  const systems = [...new Set(of.map(({ params }) => String(params.system)))];
  const lines = new Map<string, Row[]>();
  for (const row of of) {
    const key = keys.map((name) => String(row.params[name])).join("\n");
    lines.set(key, [...(lines.get(key) ?? []), row]);
  }
  const cells = Array.from(lines, ([key, group]) => [
    ...key.split("\n"),
    String(group[0].params.n),
    ...systems.map((system) => {
      const row = group.find(({ params }) => params.system === system);
      return row ? row.value.toFixed(1) : "–";
    }),
  ]);
  return `${title}\n${table([...keys, "n", ...systems], cells)}`;
}
