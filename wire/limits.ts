// Every maximum length and count of the API. Lengths count code points unless the name says bytes.

export const LIMITS = {
  /** Bytes of a request body. */
  bodyBytes: 4 * 1024 * 1024,
  /** Levels of objects and lists within a request body. */
  jsonDepth: 64,
  query: 8_000,
  /** Text of one node; a file may be longer, it is cut into chunks. */
  text: 100_000,
  summary: 2_000,
  nodeId: 512,
  chatId: 256,
  path: 512,
  name: 64,
  metadataBytes: 16 * 1024,
  /** Text of one file in a sync. */
  fileText: 1_000_000,
  filesPerSync: 500,
  /** Paths of a whole workspace, told so that missing files are removed. */
  workspacePaths: 20_000,
  firedIds: 1_000,
  nodesPerBatch: 200,
  topK: 100,
  firedNodes: 1_000,
  contextChars: 200_000,
  excluded: 1_000,
  lookback: 100,
  pageSize: 200,
  curveDays: 366,
  chunksPerSplit: 100,
  mergesPerRun: 100,
  /** Weight of the similarity to the question in a route function. */
  alphaSim: 10,
  idempotencyKey: 200,
  /** Names of agents that one token or subject is limited to. */
  agentsListed: 100,
  /** For how long a rotated token's old secret may still open. */
  rotationGraceMs: 24 * 3_600_000,
  /** Characters of a pairing code as it was typed. */
  pairingCode: 40,
  /** For how long a pairing code opens. Milliseconds. */
  pairingMs: 10 * 60_000,
  issuer: 200,
  /** What a claim of a signed token says of whose it is. */
  subject: 320,
  /** Bytes of a signed token. */
  signedToken: 8_192,
  /** Bytes of an import, all parts together. */
  importBytes: 512 * 1024 * 1024,
  /** Nodes of one agent: writes that add nodes are refused beyond it. */
  nodesPerAgent: 100_000,
  /** How long a question waits for its vector where embedding is slow; then it is answered without. Milliseconds. */
  questionEmbeddingMs: 2_000,
  /** How long a correction or another lesson waits likewise; then its vector follows. */
  lessonEmbeddingMs: 1_500,
  /** Vectors of one agent that stay in memory where Vectorize holds all of them: the newest, and those that it does not show yet. */
  vectorsInMemory: 50_000,
  /** How long a question waits for Vectorize; then it is answered without. Milliseconds. */
  vectorizeMs: 1_000,
  /** Tags in an `If-Match`. */
  tags: 20,
  /** Streams of `GET /events` of one agent at a time. */
  listeners: 64,
  /** Ids that one event names. */
  idsPerEvent: 100,
  /** Of one run of a teacher: how old its questions may be, how many there are, and calls and time of the model. */
  teachHours: 720,
  teachQueries: 200,
  teachCalls: 100,
  teachSeconds: 120,
  /** Learning events that an explanation names for one edge, and edges that it names for one node. */
  teachers: 5,
  edgesNamed: 20,
  stepsPerProcedure: 100,
  /** Of a decision: branches, characters of a text in its rule, and variables of one evaluation. */
  ruleBranches: 100,
  ruleText: 200,
  ruleVariables: 64,
  claim: 2_000,
  /** Of a walk through the graph: depth, and nodes that it tells. Relations that are told of a name. */
  traverseDepth: 4,
  traverseRows: 256,
  relations: 500,
  /** Nodes of a page of the whole graph; it ends earlier with the node that brings its edges to this number. */
  graphNodes: 2_000,
  graphEdges: 20_000,
  /** Of a proposal. */
  proposalText: 20_000,
  title: 500,
  tagsPerProposal: 20,
  entityName: 200,
  entitiesPerProposal: 200,
  sourcePromptBytes: 2_048,
  /** Why it was rejected. */
  reason: 1_000,
  /** Days until a proposal that nobody decides expires, and for which a rejected text is refused. */
  proposalDays: 7,
  rejectedDays: 30,
  /** Proposals that wait, of one agent and of one token in it. */
  proposalsWaiting: 500,
  proposalsPerToken: 100,
  /** Decided at once. */
  proposalsPerBatch: 100,
  /** Proposals of one agent that stay known after they were decided: the newest. */
  proposalsKept: 5_000,
  /** Bytes of a part of a session log, and of all that wait of an agent's logs. */
  replayPartBytes: 1_000_000,
  /** Of one line: a longer one is not sent. */
  replayLineBytes: 250_000,
  replayWaitingBytes: 64 * 1024 * 1024,
  /** Characters of lines that a harvest reads. */
  harvestLines: 1_000_000,
  /** Of a run that is told: its name, its parts, tool calls of a part, characters that wait, what it names. */
  runId: 200,
  partsPerRun: 500,
  stepsPerPart: 50,
  toolName: 100,
  runChars: 200_000,
  queriesPerRun: 20,
  usedPerRun: 50,
  /** Runs of one agent that are open at a time. */
  openRuns: 200,
  /** Experiences of one agent: beyond it the oldest of the lowest standing makes room. */
  experiencesPerAgent: 2_000,
  /** Experiences that a search shows. */
  examples: 10,
  /** Of a memory: a tag, a project or user, where it comes from, how many tags, its life in seconds (a hundred years). */
  memoryTag: 100,
  memoryProject: 200,
  memorySource: 500,
  tagsPerMemory: 20,
  memoryTtlSeconds: 3_155_760_000,
  /** Memories that a search shows, and tokens of its context. */
  memoriesFound: 100,
  memoryTokens: 100_000,
  /** Of what a memory says: entities, their other names, what describes one, facts, the text of one. */
  entitiesPerMemory: 50,
  aliasesPerEntity: 20,
  entitySummary: 500,
  factsPerMemory: 50,
  factText: 2_000,
  /** Memories that one run looks for doubles of: the newest. */
  memoriesCompared: 1_000,
  /** Days that an owner may let memory last, and days of notice before it is over. */
  retentionDays: 36_500,
  retentionNoticeDays: 7,
  /** Of a captured turn: turns that are told from before it. Captured turns of one agent that wait for a language model. */
  priorTurns: 20,
  capturesWaiting: 500,
  /** Memories that one request has a language model asked about. */
  memoriesAsked: 1_000,
  /** Learning events that a model may find in one part of a log. */
  eventsPerWindow: 20,
  /** Messages that one request to `/mcp` brings. */
  mcpMessages: 20,
} as const;
