// Export: the memory as it was when the export began, a page at a time, whatever happens to it meanwhile.
// What an export needs to go on is in its cursor; the object only keeps the snapshot.

import { Refusal } from "../../wire/errors.ts";
import {
  EXPORT_FORMAT,
  type ExportHeader,
  type ExportPage,
  type ExportRequest,
  FORMAT_VERSION,
} from "../../wire/moving.ts";
import type { Snapshot } from "../store/ports.ts";
import { digestOf } from "../text/digest.ts";
import { statePage } from "./export-state.ts";
import { type Begun, cursorOf, PageText, placeOf } from "./export-text.ts";
import type { Operation, Work } from "./memory.ts";

export const exportMemory: Operation<ExportRequest, ExportPage> = {
  act(work, { format = "edgebrain", cursor }) {
    const begun = cursor === undefined ? begin(work, format) : goOn(work, cursor);
    return format === "state" ? statePage(work, begun) : page(work, begun);
  },
};

function begin({ agent, store, call }: Work, format: string): Begun {
  // The row about the export is part of what it shows.
  const stamp = { at: call.now, author: call.author };
  store.audit.append({ kind: "export", target: `agent:${agent}`, detail: `format:${format}` }, stamp);
  const snapshot = store.snapshots.begin(call.id, store.revision, call.now);
  const counts = store.snapshots.tables.map(() => 0);
  return { snapshot, place: { snapshot: call.id, table: 0, after: null, counts, sha256: "" }, isFirst: true };
}

function goOn({ store, call }: Work, cursor: string): Begun {
  const place = placeOf(cursor);
  const { tables } = store.snapshots;
  if (!place || place.table > tables.length || place.counts.length !== tables.length) {
    throw new Refusal("invalid_request", "cursor must be that of a checkpoint of an export of this agent");
  }
  const snapshot = store.snapshots.find(place.snapshot, call.now);
  if (snapshot) return { snapshot, place, isFirst: false };
  throw new Refusal(
    "cursor_expired",
    "this export can't go on: it waited too long, or its memory was replaced or erased. Begin a new one",
  );
}

function page(work: Work, { snapshot, place, isFirst }: Begun): ExportPage {
  const { tables, rows } = readersOf(work);
  const text = new PageText();
  if (isFirst) text.add(JSON.stringify(headerOf(work, snapshot)));
  let { table, after } = place;
  const counts = [...place.counts];
  for (; table < tables.length && !text.isFull; table++, after = null) {
    const { name, columns, key } = tables[table];
    const keyCells = key.map((column) => columns.indexOf(column));
    for (const cells of rows(snapshot, name, { order: key, after })) {
      text.add(JSON.stringify([name, ...cells]));
      counts[table]++;
      after = keyCells.map((cell) => cells[cell]);
      if (text.isFull) break;
    }
    if (text.isFull) break;
  }
  const sha256 = digestOf(place.sha256 + text.whole);
  if (table === tables.length) {
    const byTable = Object.fromEntries(tables.map(({ name }, index) => [name, counts[index]]));
    text.add(JSON.stringify({ end: true, counts: byTable, sha256 }));
    return { text: text.whole, cursor: null };
  }
  const cursor = cursorOf({ ...place, table, after, counts, sha256 });
  text.add(JSON.stringify({ cursor, sha256 }));
  return { text: text.whole, cursor };
}

function readersOf({ store: { snapshots } }: Work) {
  return { tables: snapshots.tables, rows: snapshots.rows.bind(snapshots) };
}

function headerOf({ agent, profile, settings, embedder, store }: Work, snapshot: Snapshot): ExportHeader {
  return {
    format: EXPORT_FORMAT,
    version: FORMAT_VERSION,
    agent,
    profile,
    embedder: { name: embedder.name, dimension: embedder.dimension },
    vectors: settings.vectors,
    revision: snapshot.revision,
    created_at: snapshot.at,
    tables: Object.fromEntries(store.snapshots.tables.map(({ name, columns }) => [name, [...columns]])),
  };
}
