// Every endpoint of an agent has an operation of the same name; the type says so.

import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { anchor, anchors } from "./anchors.ts";
import { approve, approveBatch } from "./approve.ts";
import { audit, verifyAudit } from "./audit.ts";
import { capture } from "./capture.ts";
import { captureJob, captureJobs, dropCapture, retryCapture, retryCaptures } from "./capture-jobs.ts";
import { policy, setPolicy } from "./capture-policy.ts";
import { changeMemory, endMemory } from "./change-memory.ts";
import { conflicts, resolveConflict } from "./conflicts.ts";
import { connect } from "./connect.ts";
import { correction } from "./correction.ts";
import { edit } from "./edit.ts";
import { entities, entityGraph, knownEntity } from "./entities.ts";
import { erase } from "./erase.ts";
import { erasure, verifyReceipt } from "./erasures.ts";
import { evaluate } from "./evaluate.ts";
import { events } from "./events.ts";
import { experienceStats, experiences } from "./experiences.ts";
import { explain } from "./explain.ts";
import { exportMemory } from "./export.ts";
import { endFact, fact, facts } from "./facts.ts";
import { harvest } from "./harvest.ts";
import { importBegin, importCancel, importStatus } from "./import.ts";
import { importFinish } from "./import-finish.ts";
import { importPart } from "./import-part.ts";
import { inject, injectBatch } from "./inject.ts";
import { health, info, journal, node } from "./inspect.ts";
import { learn } from "./learn.ts";
import { learningCurve } from "./learning-curve.ts";
import { maintainInSlices } from "./maintain-in-slices.ts";
import { memories, memory, memoryHistory } from "./memories.ts";
import type { Operation } from "./memory.ts";
import { merge } from "./merge.ts";
import { procedureSteps, procedures } from "./procedures.ts";
import { proposal, proposals } from "./proposals.ts";
import { propose, revise } from "./propose.ts";
import { discard, quarantine, release } from "./quarantine.ts";
import { query } from "./query.ts";
import { entity, traverse } from "./read-graph.ts";
import { graph } from "./read-whole-graph.ts";
import { rebuildEntities } from "./rebuild-entities.ts";
import { reembed, reembedStatus } from "./reembed.ts";
import { reject, rejectBatch } from "./reject.ts";
import { replay, replayCancel, replayPart, replayStatus, replays } from "./replay.ts";
import { restore } from "./restore.ts";
import { retention, setRetention } from "./retention.ts";
import { rpc } from "./rpc.ts";
import { runLifecycle } from "./run-lifecycle.ts";
import { searchExperiences } from "./search-experiences.ts";
import { searchMemories } from "./search-memories.ts";
import { selfLearn } from "./self-learn.ts";
import { split } from "./split.ts";
import { storeFact } from "./store-fact.ts";
import { storeMemory } from "./store-memory.ts";
import { storeProcedure } from "./store-procedure.ts";
import { sync } from "./sync.ts";
import { teach } from "./teach.ts";
import { tellExperience } from "./tell-experience.ts";
import { undoEvent } from "./undo-run.ts";
import { verify } from "./verify.ts";
import { whyNot } from "./why-not.ts";

// biome-ignore lint/suspicious/noExplicitAny: what an operation awaits is its own affair
type Operations = { readonly [Name in EndpointName]: Operation<RequestOf<Name>, ReplyOf<Name>, any> };

export const OPERATIONS: Operations = {
  anchor,
  anchors,
  approve,
  approveBatch,
  audit,
  capture,
  captureJob,
  captureJobs,
  changeMemory,
  conflicts,
  connect,
  correction,
  discard,
  dropCapture,
  edit,
  endFact,
  endMemory,
  entities,
  entity,
  entityGraph,
  erase,
  erasure,
  evaluate,
  events,
  experiences,
  experienceStats,
  explain,
  export: exportMemory,
  fact,
  facts,
  graph,
  harvest,
  health,
  importBegin,
  importCancel,
  importFinish,
  importPart,
  importStatus,
  info,
  inject,
  injectBatch,
  journal,
  learningCurve,
  knownEntity,
  learn,
  maintain: maintainInSlices,
  memories,
  memory,
  memoryHistory,
  merge,
  node,
  policy,
  proposal,
  proposals,
  propose,
  procedureSteps,
  procedures,
  quarantine,
  query,
  rebuildEntities,
  reembed,
  reembedStatus,
  reject,
  rejectBatch,
  release,
  retention,
  setRetention,
  replay,
  replayCancel,
  replayPart,
  replays,
  replayStatus,
  resolveConflict,
  restore,
  retryCapture,
  retryCaptures,
  revise,
  rpc,
  searchExperiences,
  runLifecycle,
  searchMemories,
  selfLearn,
  setPolicy,
  split,
  storeFact,
  storeMemory,
  storeProcedure,
  sync,
  teach,
  tellExperience,
  traverse,
  undo: undoEvent,
  verify,
  verifyAudit,
  verifyReceipt,
  whyNot,
};
