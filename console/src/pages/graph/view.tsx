// The whole brain as a picture, and as a list beside it: what there is, how it is tied together, and how it was before.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Empty, Failed, Notice } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { NodeDialog } from "../ask/node-dialog.tsx";
import { Chosen } from "./chosen.tsx";
import { around, type Filters, MOST_NODES, NO_FILTERS, readWhole, shownOf, type Whole } from "./data.ts";
import { Legend } from "./filters.tsx";
import { NodeList } from "./node-list.tsx";
import { Picture } from "./picture.tsx";
import { startWorker } from "./picture-host.ts";
import { TimeSlider } from "./time.tsx";
import "./graph.css";

const number = new Intl.NumberFormat("en");

export default function GraphPage() {
  const { memory } = useSession();
  const { parameters } = usePlace();
  const asOf = momentIn(parameters.get("as_of"));
  const [come, setCome] = useState(0);
  const whole = useLoaded(
    (signal) => {
      setCome(0);
      return readWhole(memory, { asOf, signal, told: setCome });
    },
    [memory, asOf],
  );
  const worker = useWorker();
  const size = useLoaded(async (signal) => (await memory.info({ signal })).nodes, [memory]);
  return (
    <div class="stack" aria-busy={whole.loading}>
      <Failed error={whole.error} again={whole.again} />
      {whole.loading && <Reading come={come} of={size.value} />}
      {whole.value && whole.value.ids.length === 0 && asOf === undefined && (
        <Empty title="There is nothing in this memory yet">
          <p>
            What is taught, synced, captured or remembered stands here, with the routes between. Begin with{" "}
            <code>edgebrain sync FOLDER</code>.
          </p>
        </Empty>
      )}
      {whole.value && worker && (whole.value.ids.length > 0 || asOf !== undefined) && (
        <Graph worker={worker} whole={whole.value} asOf={asOf} />
      )}
    </div>
  );
}

function Reading({ come, of }: { readonly come: number; readonly of: number | undefined }) {
  return (
    <div class="graph-reading">
      <progress
        aria-label="Nodes that have come"
        max={Math.max(1, of ?? 1)}
        value={Math.min(come, of ?? 0)}
      />
      <p class="fine" role="status">
        {number.format(come)} {of === undefined ? "" : `of ${number.format(of)} `}nodes read
      </p>
    </div>
  );
}

/** The worker that draws, for as long as the page is shown. */
function useWorker(): Worker | undefined {
  const [worker, setWorker] = useState<Worker>();
  useEffect(() => {
    const started = startWorker();
    setWorker(started);
    return () => started.terminate();
  }, []);
  return worker;
}

interface GraphProps {
  readonly worker: Worker;
  readonly whole: Whole;
  readonly asOf: number | undefined;
}

function Graph({ worker, whole, asOf }: GraphProps) {
  const { memory } = useSession();
  const { parameters } = usePlace();
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const [hops, setHops] = useState(0);
  const [middle, setMiddle] = useState<{ node: number } | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const shown = useMemo(() => shownOf(whole, filters), [whole, filters]);
  const places = useMemo(() => new Map(whole.ids.map((id, at) => [id, at])), [whole]);
  const chosen = places.get(parameters.get("node") ?? "") ?? -1;
  const focus = useMemo(
    () => (chosen >= 0 && hops > 0 ? around(whole, shown, chosen, hops) : null),
    [whole, shown, chosen, hops],
  );
  const [oldestId] = whole.ids;
  const oldest = useLoaded(
    async (signal) =>
      oldestId === undefined ? undefined : (await memory.node(oldestId, { signal })).created_at,
    [memory, asOf === undefined],
  );
  const choose = (node: number): void => {
    alter({ node: whole.ids[node] });
    if (node < 0) setHops(0);
  };
  const goTo = (node: number): void => {
    choose(node);
    setMiddle({ node });
  };
  return (
    <>
      <div class="graph-bar">
        <p role="status">
          <strong>{number.format(shown.nodeCount)}</strong> nodes,{" "}
          <strong>{number.format(shown.edgeCount)}</strong> routes
        </p>
        {oldest.value !== undefined && (
          <TimeSlider
            oldest={oldest.value}
            asOf={asOf}
            change={(moment) => alter({ as_of: moment?.toString() })}
          />
        )}
      </div>
      {!whole.isAll && (
        <Notice kind="warning" title={`The oldest ${number.format(MOST_NODES)} nodes are shown`}>
          There are more than a picture can tell.
        </Notice>
      )}
      {asOf !== undefined && (
        <p class="fine">Nodes as they stood then; routes between them as they are now.</p>
      )}
      <Legend whole={whole} filters={filters} change={setFilters} />
      <div class="graph">
        <Picture
          {...{ worker, whole, shown, focus, chosen, middle, choose }}
          open={(node) => setOpened(whole.ids[node])}
        />
        <div class="graph-side">
          {chosen >= 0 && (
            <Chosen
              key={chosen}
              {...{ whole, shown, hops }}
              node={chosen}
              look={setHops}
              choose={goTo}
              open={() => setOpened(whole.ids[chosen])}
              close={() => choose(-1)}
            />
          )}
          <NodeList whole={whole} shown={shown} choose={goTo} />
        </div>
      </div>
      {opened !== null && <NodeDialog id={opened} close={() => setOpened(null)} look={setOpened} />}
    </>
  );
}

function momentIn(parameter: string | null): number | undefined {
  return parameter !== null && /^\d{9,16}$/.test(parameter) ? Number(parameter) : undefined;
}
