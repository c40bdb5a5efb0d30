// A procedure as nodes: a root and its steps, each with its title above its content. Ids follow from what is said, so the
// same procedure is the same node.

import { Refusal } from "../../wire/errors.ts";
import { LIMITS } from "../../wire/limits.ts";
import type { Metadata, NodeKind, NodeRecord } from "../graph/records.ts";
import type { RouteGraph } from "../graph/route-graph.ts";
import { isKeptBack, isStep, predecessorOf, procedureOf, stepsOf, successorOf } from "../graph/structure.ts";
import type { StoredNode } from "../store/ports.ts";
import { flawOfRule, type RuleFlaw } from "../text/decision-rule.ts";
import { digestOf } from "../text/digest.ts";
import { collapsed, strip } from "../text/lines.ts";
import type { Memory } from "./memory.ts";

type PartKind = Extract<NodeKind, "procedure" | "step" | "decision">;

export interface Part {
  readonly kind: PartKind;
  readonly title: string;
  readonly content: string;
}

/** Root first, then the steps in order. */
export type Parts = readonly [root: Part, ...steps: Part[]];

const ID_DIGITS = 12;
/** Between title and content in the text of a part. */
const BETWEEN = "\n\n";

interface Wanted {
  readonly title: string;
  readonly content: string;
  readonly steps: readonly {
    readonly title: string;
    readonly content: string;
    readonly kind?: "step" | "decision" | undefined;
  }[];
}

/** The parts of a request. Refuses a decision whose content is no rule, and says where. */
export function partsOf({ title, content, steps }: Wanted): Parts {
  const part = (kind: PartKind, title: string, content: string): Part => {
    return { kind, title: collapsed(title), content: strip(content) };
  };
  const parts = steps.map((step) => part(step.kind ?? "step", step.title, step.content));
  for (const [index, { kind, content }] of parts.entries()) {
    const flaw = kind === "decision" ? flawOfRule(content, LIMITS) : null;
    if (flaw) throw malformedRule(flaw, index + 1);
  }
  return [part("procedure", title, content), ...parts];
}

/** `step`: number of the step that holds the rule, where it is one of a request. */
export function malformedRule(flaw: RuleFlaw, step: number | null = null): Refusal {
  const { branch, field, at, message } = flaw;
  const places = [step && `step ${step}`, branch && `branch ${branch}`, at && `character ${at}`];
  const place = places.filter(Boolean).join(", ");
  return new Refusal("decision_rule_malformed", `${place}${place && ": "}${field ?? "the rule"} ${message}`, {
    step,
    branch,
    field,
    at,
  });
}

export function textOf({ title, content }: Part): string {
  return title + BETWEEN + content;
}

/** Title and content of a stored part; what came by an import may have none of its own. */
export function partOf({ kind, text, summary, metadata }: NodeRecord): Part {
  const title = typeof metadata.title === "string" ? metadata.title : summary;
  const content = text.startsWith(title + BETWEEN) ? text.slice(title.length + BETWEEN.length) : text;
  return { kind: kind as PartKind, title, content };
}

export function versionOf({ metadata }: NodeRecord): number {
  return Number.isSafeInteger(metadata.version) ? (metadata.version as number) : 1;
}

/** Id of a procedure by what it says. */
export function procedureId(parts: Parts): string {
  const said = JSON.stringify(parts.map(({ kind, title, content }) => [kind, title, content]));
  return `procedure::${digestOf(said).slice(0, ID_DIGITS)}`;
}

export function rootNode(
  id: string,
  [root]: Parts,
  version: number,
  authority: NodeRecord["authority"],
): NodeRecord {
  return nodeOf(id, root, { title: root.title, version }, authority);
}

/** `number`: from 1 on. */
export function stepNode(procedure: string, step: Part, number: number): NodeRecord {
  const id = `${step.kind}::${digestOf(JSON.stringify([procedure, number])).slice(0, ID_DIGITS)}`;
  return nodeOf(id, step, { title: step.title, step: number }, "overlay");
}

function nodeOf(id: string, part: Part, metadata: Metadata, authority: NodeRecord["authority"]): NodeRecord {
  const { kind, title: summary } = part;
  const place = { origin: "injected", file: null, chunk: null } as const;
  return { id, kind, authority, text: textOf(part), summary, metadata, ...place };
}

/** The procedure with this id. Refuses what is none. */
export function procedureNode({ graph, store }: Pick<Memory, "graph" | "store">, id: string): StoredNode {
  const node = graph.has(id) && !isKeptBack(graph, id) ? store.storedNode(id) : undefined;
  if (node?.kind === "procedure") return node;
  throw new Refusal("not_found", `there is no procedure ${id}: GET /procedures lists them`);
}

/** Stored steps of a procedure, in order. */
export function storedSteps({ graph, store }: Pick<Memory, "graph" | "store">, id: string): StoredNode[] {
  return stepsOf(graph, graph.positionOf(id)).flatMap((step) => store.storedNode(graph.idAt(step)) ?? []);
}

/** Which step of what a node is; null for anything but a step. */
export function placeInProcedure(
  { graph, store }: Pick<Memory, "graph" | "store">,
  id: string,
): string | null {
  if (!isStep(graph, id)) return null;
  const position = graph.positionOf(id);
  const procedure = procedureOf(graph, position);
  const steps = stepsOf(graph, procedure);
  const root = store.node(graph.idAt(procedure));
  return root ? `${partOf(root).title}, step ${steps.indexOf(position) + 1} of ${steps.length}` : null;
}

/** Ids of all versions of a procedure, oldest first. */
export function versionsOf(graph: RouteGraph, id: string): string[] {
  const known = new Set([graph.positionOf(id)]);
  const follow = (next: (graph: RouteGraph, position: number) => number) => {
    const found: number[] = [];
    for (let at = next(graph, graph.positionOf(id)); at >= 0 && !known.has(at); at = next(graph, at)) {
      known.add(at);
      found.push(at);
    }
    return found;
  };
  const older = follow(predecessorOf).reverse();
  const newer = follow(successorOf);
  return [...older, graph.positionOf(id), ...newer].map((position) => graph.idAt(position));
}

/** The newest version of what a node belongs to; null where that is its own. */
export function supersededBy(graph: RouteGraph, id: string): string | null {
  const root = procedureOf(graph, graph.positionOf(id));
  if (root < 0 || successorOf(graph, root) < 0) return null;
  return versionsOf(graph, graph.idAt(root)).at(-1) ?? null;
}
