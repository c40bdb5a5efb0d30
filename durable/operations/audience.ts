// Who may read what a memory says. Facts are compared only with those of the very same audience: what one token keeps to itself ends
// nothing that others know, and is in conflict with nothing of theirs. Names of entities are also known from what all may read.

import { supportsOf } from "../graph/knowledge/edges.ts";
import { endOf } from "../graph/memories/ending.ts";
import type { Visibility } from "../graph/memories/memory-record.ts";
import type { NodeRecord } from "../graph/records.ts";
import { isWithheld } from "../graph/structure.ts";
import { factFieldsOf } from "./knowledge-rows.ts";
import type { Work } from "./memory.ts";
import { fieldsOf } from "./memory-rows.ts";

export interface Audience {
  readonly visibility: Visibility;
  /** Whose it is, where only its writer may read it. */
  readonly writer: string;
  readonly project: string;
  /** Since when what is told holds, where nobody says. */
  readonly since: number;
  /** The same for all facts that are compared. */
  readonly key: string;
}

export function sharedAudience(project: string, since: number): Audience {
  return audience("shared", "", project, "", since);
}

/** The audience of a node: of a memory as it says, of all else everybody. */
export function audienceOf(work: Work, id: string): Audience {
  const { draft, store, call } = work;
  const node = draft.node(id) as NodeRecord;
  const stored = store.storedNode(id);
  if (node.kind !== "memory") return sharedAudience("", stored?.createdAt ?? call.now);
  const fields = fieldsOf(node, stored?.createdAt ?? call.now);
  const writer = fields.visibility === "private" ? (stored?.author ?? call.author) : "";
  const since = fields.validFrom ?? fields.createdAt;
  return audience(fields.visibility, writer, fields.project, fields.userId, since);
}

/** Whether somebody who reads a text of this audience may also hear what a node says. */
export function hearingOf(work: Work, { visibility, writer }: Audience) {
  const { draft } = work;
  const hears = (id: string): boolean => {
    const node = draft.graph.has(id) ? draft.node(id) : undefined;
    if (!node) return false;
    if (node.kind === "fact") {
      if (factFieldsOf(node, 0).isSaid) return true;
      const { graph } = draft;
      return supportsOf(graph, graph.positionOf(id)).some((position) => hears(graph.idAt(position)));
    }
    const other = audienceOf(work, id);
    if (other.visibility === "shared") return true;
    return other.visibility === visibility && (visibility === "sensitive" || other.writer === writer);
  };
  return { hears };
}

/** Whether a node still says what it says, as the open change leaves it. */
export function standsNow({ draft, store, call }: Work, id: string): boolean {
  const { graph } = draft;
  const position = graph.positionOf(id);
  if (position < 0 || isWithheld(graph, position)) return false;
  const node = draft.node(id) as NodeRecord;
  if (node.kind !== "memory") return true;
  const end = endOf(fieldsOf(node, store.storedNode(id)?.createdAt ?? call.now), null);
  return end === null || end > call.now;
}

function audience(
  visibility: Visibility,
  writer: string,
  project: string,
  user: string,
  since: number,
): Audience {
  return { visibility, writer, project, since, key: JSON.stringify([visibility, writer, project, user]) };
}
