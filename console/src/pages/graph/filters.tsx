// The legend, which is what is shown as well: each kind and tier with its colour and count, switched off and on by a click.

import { GRAPH_TIERS } from "../../../../wire/graph-reading.ts";
import { Choice } from "../../parts/index.ts";
import type { Filters, Whole } from "./data.ts";
import { kindClass } from "./look.ts";

interface Props {
  readonly whole: Whole;
  readonly filters: Filters;
  readonly change: (filters: Filters) => void;
}

export function Legend({ whole, filters, change }: Props) {
  const kinds = whole.kinds.map((kind, at) => ({ kind, count: countOf(whole.kindOf, at) }));
  const tiers = GRAPH_TIERS.map((tier, at) => ({ tier, count: countOf(whole.tiers, at) }));
  return (
    <div class="graph-legend">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take a line of its own */}
      <div role="group" aria-label="Kinds of nodes" class="row">
        {kinds
          .sort((a, b) => b.count - a.count)
          .map(({ kind, count }) => (
            <Chip
              key={kind}
              name={kind}
              count={count}
              mark={`dot ${kindClass(kind)}`}
              isOn={!filters.kinds.has(kind)}
              turn={() => change({ ...filters, kinds: turned(filters.kinds, kind) })}
            />
          ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take a line of its own */}
      <div role="group" aria-label="Tiers of routes" class="row">
        {tiers
          .filter(({ count }) => count > 0)
          .map(({ tier, count }) => (
            <Chip
              key={tier}
              name={tier}
              count={count}
              mark={`stroke tier-${tier}`}
              isOn={!filters.tiers.has(tier)}
              turn={() => change({ ...filters, tiers: turned(filters.tiers, tier) })}
            />
          ))}
      </div>
      {whole.projects.length > 1 && (
        <Choice
          label="Project"
          value={filters.project}
          options={[
            ["", "All projects"],
            ...whole.projects.slice(1).map((project) => [project, project] as const),
          ]}
          onChange={(event) => change({ ...filters, project: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

const number = new Intl.NumberFormat("en");

function Chip(props: {
  readonly name: string;
  readonly count: number;
  readonly mark: string;
  readonly isOn: boolean;
  readonly turn: () => void;
}) {
  const { name, count, mark, isOn, turn } = props;
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={turn}>
      <span class={mark} aria-hidden="true" />
      {name} <span class="fine">{number.format(count)}</span>
    </button>
  );
}

function countOf(of: Uint8Array, value: number): number {
  let count = 0;
  for (const one of of) if (one === value) count++;
  return count;
}

function turned<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const other = new Set(set);
  if (!other.delete(one)) other.add(one);
  return other;
}
