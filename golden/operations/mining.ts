// Golden operation about mining a session for what can be learned; a script stands for the model.

import { HashEmbedder } from "../../durable/embed/hash.ts";
import type { Draft } from "../../durable/graph/draft.ts";
import { type Damped, dampCorrected } from "../../durable/graph/maintenance/damping.ts";
import { runMaintenance } from "../../durable/graph/maintenance/run.ts";
import { PARITY } from "../../durable/graph/profiles.ts";
import { textToolsOf } from "../../durable/operations/text-tools.ts";
import { feedbackWindows } from "../../durable/text/feedback-windows.ts";
import {
  eventKey,
  eventNodeId,
  eventsIn,
  miningPrompt,
  pointerTo,
} from "../../durable/text/learning-events.ts";
import { turnsIn } from "../../durable/text/session-log.ts";
import type { GoldenOperation } from "../cases.ts";
import { edgeRows, type GoldenState, nodeRows, openGraph } from "../state.ts";
import { injected } from "./injection.ts";

interface MiningInput extends GoldenState {
  readonly lines: readonly string[];
  readonly llm_response: string;
  /** Tasks of the maintenance that follows. */
  readonly harvest: readonly string[];
}

const SESSION = "s.jsonl";
const EVENT_LOG = "learning_events.jsonl";
const WINDOWS = { hardMaxTurns: 120, maxWindows: 6, windowRadius: 8 } as const;

interface HarvestInput extends GoldenState {
  readonly events: readonly { readonly type: string; readonly node_id?: string }[];
  readonly options: { readonly tasks: readonly string[] };
}

export const MINING: Readonly<Record<string, GoldenOperation>> = {
  async harvest({ events, options, ...state }: HarvestInput) {
    const draft = (await openGraph(state)).draft();
    const corrections = events.filter(({ type }) => type.toUpperCase() === "CORRECTION");
    const ids = corrections.map(({ node_id: id }) => id ?? null);
    const damped = dampCorrected(draft, ids, PARITY.replay.damping as number);
    return harvested(draft, options.tasks, { events: events.length, damped });
  },

  async fast_learning({ graph, lines, llm_response, harvest }: MiningInput) {
    const embedder = new HashEmbedder();
    const draft = (await openGraph({ graph, index: "hash-v1" })).draft();
    const turns = turnsIn(lines);
    const windows = feedbackWindows(turns, WINDOWS).map(([first, end]) => turns.slice(first, end));
    const events = windows.flatMap((window) => {
      const pointer = pointerTo(SESSION, window[0].line, window[window.length - 1].line);
      return eventsIn(llm_response).map((event) => ({ event, pointer }));
    });
    const nodes = events.map(({ event, pointer }) => {
      const type = event.type === "CORRECTION" ? "CORRECTION" : "TEACHING";
      const metadata = {
        source: "full_learning",
        type,
        session: SESSION,
        session_pointer: pointer,
        severity: event.severity,
        content_hash: event.contentHash,
      };
      return { id: eventNodeId(event, pointer), content: event.content, type, metadata };
    });
    const vectors = await embedder.embed(nodes.map(({ content }) => content));
    let edgesAdded = 0;
    for (const [place, node] of nodes.entries()) {
      const reach = { connect_min_sim: PARITY.injection.minSimilarityHash };
      edgesAdded += 2 * injected(draft, { ...node, ...reach }, vectors[place]).neighbours.length;
    }
    const ids = new Set(nodes.map(({ id }) => id));
    const mined = {
      stats: {
        windows: windows.length,
        events_extracted: events.length,
        events_appended: events.length,
        events_skipped: 0,
        events_injected: nodes.length,
        edges_added: edgesAdded,
        learning_events_path: EVENT_LOG,
        session_offsets: { [SESSION]: turns.at(-1)?.line ?? 0 },
      },
      prompts: windows.map((window) => miningPrompt(SESSION, window)),
      events: events.map(({ event: { contentHash, ...event }, pointer }) => ({
        ...event,
        content_hash: contentHash,
        session: SESSION,
        session_pointer: pointer,
        event_hash: eventKey({ ...event, contentHash }, pointer),
      })),
      new_nodes: nodeRows(draft).filter(({ id }) => ids.has(id)),
      edges: edgeRows(draft),
    };
    // The events that are kept name no nodes, so nothing is damped.
    const damped = { nodes: 0, edges: 0 };
    return { ...mined, harvest: harvested(draft, harvest, { events: events.length, damped }) };
  },
};

/** What a harvest reports after its maintenance, and the edges that it left. */
function harvested(
  draft: Draft,
  tasks: readonly string[],
  { events, damped }: { readonly events: number; readonly damped: Damped },
) {
  const plan = { tasks: [...tasks], dryRun: false, halfLife: PARITY.decay.halfLife, vectorOf: null };
  const { report } = runMaintenance(draft, plan, PARITY, textToolsOf(PARITY.structure));
  const {
    tasks_run,
    edges_before,
    edges_after,
    pruned_edges,
    pruned_nodes,
    merges_applied,
    merges_proposed,
  } = report;
  return {
    report: {
      events_seen: events,
      correction_nodes: damped.nodes,
      damped_edges: damped.edges,
      maintenance: {
        tasks_run,
        edges_before,
        edges_after,
        pruned_edges,
        pruned_nodes,
        merges_applied,
        merges_proposed,
      },
      learning_events_path: EVENT_LOG,
    },
    edges: edgeRows(draft),
  };
}
