// The endpoints of an agent that are about procedures, claims, and reading the graph.

import type { Endpoint } from "./endpoint.ts";
import * as graph from "./graph-reading.ts";
import * as procedures from "./procedures.ts";

export const PROCEDURE_ENDPOINTS = {
  verify: {
    method: "post",
    path: "/verify",
    role: "reader",
    writes: false,
    summary: "Whether a claim stands word by word in a node's text",
    request: procedures.VerifyRequest,
    reply: procedures.VerifyReply,
  },
  storeProcedure: {
    method: "post",
    path: "/procedures",
    role: "agent",
    writes: true,
    summary: "Store a procedure with its steps, or a new version of one",
    request: procedures.ProcedureRequest,
    reply: procedures.ProcedureReply,
  },
  procedures: {
    method: "get",
    path: "/procedures",
    role: "reader",
    writes: false,
    summary: "List procedures",
    request: procedures.ProceduresRequest,
    reply: procedures.ProceduresReply,
  },
  procedureSteps: {
    method: "get",
    path: "/procedures/{id}/steps",
    role: "reader",
    writes: false,
    summary: "A procedure with its steps in order, and its versions",
    request: procedures.ProcedureStepsRequest,
    reply: procedures.ProcedureStepsReply,
  },
  evaluate: {
    method: "post",
    path: "/decisions/{id}/evaluate",
    role: "reader",
    writes: false,
    summary: "What a decision says for given numbers; no model is asked",
    request: procedures.EvaluateRequest,
    reply: procedures.EvaluateReply,
  },
  graph: {
    method: "get",
    path: "/graph",
    role: "reader",
    writes: false,
    summary: "All nodes and the routes between them, in pages, without texts",
    request: graph.GraphRequest,
    reply: graph.GraphReply,
  },
  traverse: {
    method: "get",
    path: "/graph/traverse",
    role: "reader",
    writes: false,
    summary: "What can be reached from a name or node",
    request: graph.TraverseRequest,
    reply: graph.TraverseReply,
  },
  entity: {
    method: "get",
    path: "/graph/entity/{name}",
    role: "reader",
    writes: false,
    summary: "What stands at a name, with what it is related to",
    request: graph.EntityRequest,
    reply: graph.EntityReply,
  },
} as const satisfies Record<string, Endpoint>;
