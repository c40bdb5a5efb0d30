// Writes the tables of the documents that follow from the contract: endpoints, error codes, limits.
// A table stands between two markers; `--check` changes nothing and fails when one is out of date.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { TOOLS } from "../mcp/tools/index.ts";
import { ROLES } from "../wire/directory.ts";
import { DIRECTORY_ENDPOINTS, type DirectoryEndpoint } from "../wire/directory-endpoints.ts";
import { ENDPOINTS, type Endpoint } from "../wire/endpoints.ts";
import { ERROR_STATUS, type ErrorCode } from "../wire/errors.ts";
import { WHY_NOT } from "../wire/explaining.ts";
import { LIMITS } from "../wire/limits.ts";
import { CLI_TABLES } from "./cli-tables.ts";

const ROOT = path.join(import.meta.dirname, "..");
export const DOCUMENTS = [
  "README.md",
  "docs/api.md",
  "docs/access.md",
  "docs/explaining.md",
  "docs/cli.md",
  "docs/mcp.md",
] as const;

const ERRORS: Record<ErrorCode, string> = {
  malformed_json: "the body is no JSON",
  invalid_request: "a field is missing, unknown or out of its bounds; `details` names it",
  invalid_text: "a text holds NUL or half of a surrogate pair, or is no UTF-8",
  input_rejected: "the text gives orders to whoever reads it; `details.reasons` says how",
  invalid_import: "a line of the file, or its header, is none that an export has; `details` has its number",
  unsupported_version: "the file was made by a newer program",
  digest_mismatch: "the lines of the file are not those that were exported",
  dangling_rows: "a row of the file names a node that is not in it",
  decision_rule_malformed: "the rule of a decision is none; `details` has the step, the branch and the place",
  unauthorized: "no token, or one that is unknown, expired or revoked",
  forbidden: "the role of the token is too small",
  review_required: "this memory takes what was reviewed only: propose it with `POST …/proposals`",
  own_proposal: "nobody approves what they proposed themselves",
  not_found: "no such path, agent, node or token; an agent of somebody else answers the same",
  unknown_query: "no trail is kept for this `query_id`",
  unknown_chat: "no question was asked in this `chat_id`",
  method_not_allowed: "the path exists with another method; `Allow` names it",
  duplicate_id: "the id belongs to a node of other content or type",
  idempotency_conflict: "the `Idempotency-Key` was used for another request",
  erased_before: "the content was erased; an owner can take it back with `override_erased`",
  embedder_mismatch: "the memory was made with another embedder",
  protected_node: "the node is anchored, or belongs to a file, and this would change or remove it",
  superseded: "a newer version has taken its place; `details` names it",
  name_taken: "a tenant or agent of this name exists",
  agent_full: "the agent holds as many nodes as it may",
  busy: "another import is under way; `details` has its id",
  agent_not_empty: "the agent holds nodes, and the import does not say that it replaces them",
  another_agent: "the file is the memory of another agent, and the import does not say that this is meant",
  part_order: "another part of the import comes next; `details` has its number",
  import_incomplete: "the end of the file has not arrived",
  import_finished: "the import is done or was called off",
  proposal_decided: "the proposal was approved, rejected or expired before; `details` says how it stands",
  proposal_expired: "nobody decided on the proposal in time: propose it again",
  proposal_changed: "the proposal is not what the reviewer read; `details` has its digest",
  rejected_before: "this text was rejected a short while ago; `details` says until when it is refused",
  queue_full: "as many proposals, or captured turns, wait in this agent as may",
  cursor_expired: "the export waited too long to go on, or its memory was replaced: begin a new one",
  precondition_failed: "the state is not the one that `If-Match` names; `details` has the current tags",
  too_large: "the body is larger than a request may be",
  unsupported_media_type: "the body is not `application/json`",
  rate_limited: "too many requests; `Retry-After` says when to come back",
  budget_exceeded:
    "the tenant has used what it may use in a month; `Retry-After` says when the next one begins",
  proposals_waiting: "as many proposals of this token wait as may: come back when some were decided",
  internal: "a defect; the reply's `X-Request-Id` finds it in the log",
  not_configured: "the worker has no operator token, so it refuses to serve",
  unavailable: "something outside failed for a moment: try again",
};

const LIMIT_MEANINGS: Record<keyof typeof LIMITS, string> = {
  bodyBytes: "bytes of a request body",
  jsonDepth: "levels of JSON in a body",
  query: "characters of a question",
  text: "characters of a node",
  summary: "characters of a summary",
  nodeId: "characters of a node's id",
  path: "characters of a path",
  name: "characters of the name of a tenant or agent",
  metadataBytes: "bytes of a node's metadata as JSON",
  fileText: "characters of a file in a sync; it is cut into chunks",
  filesPerSync: "files of a sync",
  workspacePaths: "paths of a workspace, told in a sync",
  chatId: "characters of a `chat_id`",
  alphaSim: "of `route_alpha_sim`",
  mergesPerRun: "merges of a run",
  firedIds: "ids in `fired_ids` and `corrects`",
  nodesPerBatch: "nodes of an `inject/batch`",
  topK: "seeds of a walk, routes of a node",
  firedNodes: "nodes that a walk may fire",
  contextChars: "characters of a context",
  excluded: "files or prefixes that a question leaves out",
  lookback: "questions of a conversation that one feedback covers",
  pageSize: "entries of a page",
  curveDays: "days of a learning curve",
  chunksPerSplit: "parts of a split",
  idempotencyKey: "characters of an `Idempotency-Key`",
  agentsListed: "agents that one token or subject is limited to",
  rotationGraceMs: "milliseconds for which a rotated token's old secret still opens",
  pairingCode: "characters of a pairing code, as typed",
  pairingMs: "milliseconds for which a pairing code opens",
  issuer: "characters of the issuer of signed tokens",
  subject: "characters of a subject",
  signedToken: "bytes of a signed token",
  importBytes: "bytes of an import, all parts together",
  nodesPerAgent: "nodes of an agent",
  teachHours: "hours that a question may be old for a teacher",
  teachQueries: "questions of a teacher's run",
  teachCalls: "calls of the model of a teacher's run",
  teachSeconds: "seconds that a teacher's run asks the model",
  questionEmbeddingMs: "milliseconds that a question waits for its vector, where embedding is slow",
  lessonEmbeddingMs: "milliseconds that a correction or other lesson waits likewise",
  vectorsInMemory: "vectors of an agent that stay in memory, where there is a Vectorize index",
  vectorizeMs: "milliseconds that a question waits for Vectorize",
  tags: "tags in an `If-Match`",
  listeners: "streams of events of an agent at a time",
  idsPerEvent: "ids that one event names",
  teachers: "learning events that an explanation names for an edge",
  edgesNamed: "edges that an explanation names for a node",
  replayPartBytes: "bytes of a part of a session log",
  replayLineBytes: "bytes of a line of a session log",
  replayWaitingBytes: "bytes of session logs that wait to be learned from",
  retentionDays: "days that memory of a kind may last, where an owner limits it",
  retentionNoticeDays: "days between the announcement that memory is over and its end",
  harvestLines: "characters of lines that a harvest reads",
  entitiesPerMemory: "entities that one memory may be said to name",
  aliasesPerEntity: "other names that one text says of an entity",
  entitySummary: "characters that describe an entity",
  factsPerMemory: "facts that one memory may be said to tell",
  factText: "characters of a fact's text",
  memoryTag: "characters of a memory's tag",
  memoryProject: "characters of a memory's project or user",
  memorySource: "characters of where a memory comes from",
  tagsPerMemory: "tags of a memory",
  memoryTtlSeconds: "seconds of a memory's life",
  memoriesFound: "memories that a search shows",
  memoryTokens: "tokens of a search's context",
  memoriesCompared: "memories that one run looks for doubles of",
  priorTurns: "turns that are told from before a captured one",
  memoriesAsked: "memories that a request has a language model asked about",
  capturesWaiting: "captured turns of an agent that wait for the language model",
  eventsPerWindow: "learning events that a model may find in one part of a session",
  mcpMessages: "messages that one request to `/mcp` brings",
  stepsPerProcedure: "steps of a procedure",
  runId: "name of a run",
  partsPerRun: "parts of a run",
  stepsPerPart: "tool calls of a part of a run",
  toolName: "name of a tool",
  runChars: "characters of a run that waits, as JSON",
  queriesPerRun: "questions that a run names",
  usedPerRun: "nodes that a run used",
  openRuns: "runs of an agent that are open at a time",
  experiencesPerAgent: "experiences of an agent",
  examples: "experiences that a search shows",
  ruleBranches: "branches of a decision",
  ruleText: "characters of a text in a decision's rule, and of a variable",
  ruleVariables: "variables of an evaluation",
  claim: "characters of a claim",
  traverseDepth: "hops of a `graph/traverse`",
  traverseRows: "nodes that a `graph/traverse` tells",
  relations: "relations that are told of a name",
  graphNodes: "nodes of a page of `graph`",
  graphEdges: "edges of a page of `graph`, with which it ends",
  proposalText: "characters of a proposal",
  title: "characters of a proposal's title",
  tagsPerProposal: "tags of a proposal",
  entityName: "characters of an entity's name",
  entitiesPerProposal: "entities, and relations, of a proposal",
  sourcePromptBytes: "bytes of a proposal's `source_prompt`",
  reason: "characters of why a proposal was rejected",
  proposalDays: "days until a proposal that nobody decides expires",
  rejectedDays: "days for which a rejected text is refused",
  proposalsWaiting: "proposals of an agent that wait",
  proposalsPerToken: "proposals of a token that wait in an agent",
  proposalsPerBatch: "proposals decided at once",
  proposalsKept: "proposals of an agent that stay known after they were decided",
};

const count = (value: number) => value.toLocaleString("en-US");

const TABLES = {
  commands: () => table(...CLI_TABLES.commands()),
  globals: () => table(...CLI_TABLES.globals()),
  exits: () => table(...CLI_TABLES.exits()),
  counterparts: () => table(...CLI_TABLES.counterparts()),
  endpoints: () =>
    table(
      ["below `/v1/agents/{agent}`", "least role", "does"],
      Object.values(ENDPOINTS).map(({ method, path, role, summary }: Endpoint) => [
        `\`${method.toUpperCase()} ${path}\``,
        role,
        summary,
      ]),
    ),
  rights: () =>
    table(
      ["endpoint", ...ROLES, "operator"],
      [
        ...Object.values(DIRECTORY_ENDPOINTS).map(
          ({ method, path, who, wholeTenant, tenantsOwn }: DirectoryEndpoint) =>
            rightsRow(method, path, who, !tenantsOwn, wholeTenant ? "*" : ""),
        ),
        ...Object.values(ENDPOINTS).map(({ method, path, role }: Endpoint) =>
          rightsRow(method, `/v1/agents/{agent}${path}`, role, false),
        ),
      ],
    ),
  errors: () =>
    table(
      ["code", "status", "when"],
      Object.entries(ERROR_STATUS).map(([code, status]) => [
        `\`${code}\``,
        String(status),
        ERRORS[code as ErrorCode],
      ]),
    ),
  mcptools: () =>
    table(
      ["tool", "least role", "arguments", "does"],
      TOOLS.map((tool) => [
        `\`${tool.name}\``,
        ENDPOINTS[tool.endpoint].role,
        Object.keys(tool.input().properties)
          .map((name) => `\`${name}\``)
          .join(" "),
        `${tool.title}: \`${endpointOf(ENDPOINTS[tool.endpoint])}\``,
      ]),
    ),
  whynot: () =>
    table(
      ["code", "meaning"],
      Object.entries(WHY_NOT).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
  limits: () =>
    table(
      ["at most", "of what", "name"],
      Object.entries(LIMITS).map(([name, value]) => [
        count(value),
        LIMIT_MEANINGS[name as keyof typeof LIMITS],
        `\`${name}\``,
      ]),
    ),
};

function endpointOf({ method, path }: Endpoint): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Who may use an endpoint, role by role. */
function rightsRow(
  method: string,
  path: string,
  least: DirectoryEndpoint["who"],
  operatorMay: boolean,
  mark = "",
): string[] {
  const isEnough = (role: (typeof ROLES)[number]) =>
    least === "anyone" || (least !== "operator" && ROLES.indexOf(role) >= ROLES.indexOf(least));
  return [
    `\`${method.toUpperCase()} ${path}\``,
    ...ROLES.map((role) => (isEnough(role) ? `yes${mark}` : "")),
    operatorMay ? "yes" : "",
  ];
}

/** The text with every marked table made anew. Throws when a marker names no table. */
export function withTables(text: string): string {
  return text.replace(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_whole, opening: string, name: string, closing: string) => {
      const make = TABLES[name as keyof typeof TABLES];
      if (!make) throw new Error(`no table is called ${name}`);
      return `${opening}${make()}${closing}`;
    },
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const check = process.argv.includes("--check");
  for (const document of DOCUMENTS) {
    const file = path.join(ROOT, document);
    const before = fs.readFileSync(file, "utf8");
    const after = withTables(before);
    if (after === before) continue;
    if (check) {
      console.error(`${document} is out of date: run \`node_modules/.bin/node scripts/docs-tables.ts\``);
      process.exitCode = 1;
    } else fs.writeFileSync(file, after);
  }
}
