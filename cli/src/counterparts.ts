// Where the commands of the systems went whose users come here: to a command of this table, or to a sentence that says
// why there is none.

export interface Counterpart {
  /** Of which program. */
  readonly system: "openclawbrain" | "cortex" | "experience-replay";
  readonly command: string;
  /** What does it here; null where nothing does. */
  readonly here: string | null;
  /** What differs, or why there is none. */
  readonly note: string;
}

const row =
  (system: Counterpart["system"]) =>
  (command: string, here: string | null, note = ""): Counterpart => ({ system, command, here, note });

const brain = row("openclawbrain");
const cortex = row("cortex");
const experience = row("experience-replay");

export const COUNTERPARTS: readonly Counterpart[] = [
  brain("init", "init", "no embedder to choose: the agent has one"),
  brain("query", "query", "the service embeds; `--top` is `--top-k`"),
  brain("learn", "learn", "names its walk by `--query-id`, `--chat-id` or `--fired-ids`"),
  brain("self-learn", "self-learn"),
  brain("self-correct", "self-learn", "a correction is its default"),
  brain("inject", "inject", "how near a node must be to be linked is a setting of the service"),
  brain("merge", "merge"),
  brain("connect", "connect"),
  brain("anchor", "anchor", "without a node it lists"),
  brain("maintain", "maintain"),
  brain(
    "compact",
    null,
    "daily notes stay as their owner wrote them: the service never rewrites files, and `maintain` merges and splits what it has of them",
  ),
  brain("sync", "sync", "the standing of files goes by their names"),
  brain("replay", "replay", "checkpoints are kept by the service"),
  brain("harvest", "harvest", "a dry run unless `--apply`"),
  brain("async-route-pg", "teach", "a dry run unless `--apply`"),
  brain("health", "health"),
  brain("status", "status"),
  brain("info", "info"),
  brain("journal", "journal"),
  brain("doctor", "doctor", "counts the checks that it shows"),
  brain("daemon", "daemon", "nothing to save: what was answered is kept"),
  brain("serve", "serve", "starts the local worker; there is no socket, clients speak HTTP or `daemon`"),
  cortex("store", "memory add"),
  cortex(
    "store-batch",
    "inject-batch",
    "as nodes of the graph, many at once; memories are stored one by one",
  ),
  cortex("recall", "memory search", "`query` asks the whole memory, with what was learned"),
  cortex("search", "memory search"),
  cortex("capture", "capture add", "plugin, hooks and MCP hosts send turns by themselves"),
  cortex("get", "memory show"),
  cortex("list", "memory list"),
  cortex("update", "memory change"),
  cortex("forget", "memory end", "it is kept with the time in which it held; `erase` takes it away for good"),
  cortex("lifecycle", "memory lifecycle"),
  cortex("consolidate", "memory lifecycle", "what is told twice is closed by the same run"),
  cortex("stats", "status"),
  cortex("health", "health"),
  cortex("entities list", "entity list"),
  cortex("entities get", "entity get"),
  cortex("entities search", "entity search"),
  cortex("export", "export", "everything, sensitive rows too: the file is the owner's"),
  cortex("import", "import"),
  cortex("index", "init", "headings make chunks, and changed files leave nothing behind"),
  cortex("migrate", null, "the service brings its tables up to date by itself"),
  cortex("reembed", "reembed start"),
  cortex("reset", "erase", "with `--everything --yes`"),
  cortex("worker status", "capture list", "`health` counts what waits, `outbox` and `embedder` too"),
  cortex("worker drain", null, "the alarm of the agent drains; `capture retry-all` puts back what failed"),
  cortex("graph rebuild", "entity rebuild", "asks about memories that name nobody yet"),
  cortex("hook pre", "hook pre", "fenced, within a deadline, and in the format that Claude Code reads"),
  cortex("hook post", "hook post", "reads the transcript, and loses nothing while the service is away"),
  cortex("hook install", "hook install", "refuses what is malformed, and `hook uninstall` takes it out"),
  cortex("serve", "serve"),
  cortex("mcp", "mcp"),
  experience("list", "experience list"),
  experience("delete", "experience delete", "a beginning of an id must be one experience's alone"),
  experience("reset", "experience reset", "asks, or `--yes`"),
  experience("stats", "experience stats"),
];
