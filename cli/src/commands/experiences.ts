// Commands about experiences: runs that went well. Deleting them erases them, as any other memory.

import os from "node:os";
import path from "node:path";
import { ClientError } from "../../../client/client-error.ts";
import { ENDPOINTS, type ReplyOf } from "../../../wire/endpoints.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { type Command, command } from "../command.ts";
import { Failure } from "../failure.ts";
import { keptAs, oldRuns } from "../files/old-experiences.ts";
import { endpoint } from "../from-endpoint.ts";
import { brief, indented, table, time } from "../readable.ts";
import type { Session } from "../session.ts";
import { more } from "./asking.ts";

type Experience = ReplyOf<"experiences">["experiences"][number];

const OLD_FILE = "~/.openclaw/experience-replay.db";

export const EXPERIENCES: readonly Command[] = [
  endpoint(ENDPOINTS.experiences, {
    name: "experience list",
    group: "experience",
    call: ({ memory }, request) => memory.experiences(request),
    text: ({ experiences, next_cursor }) => [experienceTable(experiences), ...more(next_cursor)].join("\n"),
  }),
  endpoint(ENDPOINTS.searchExperiences, {
    name: "experience search",
    group: "experience",
    arguments: ["prompt"],
    call: ({ memory }, request) => memory.searchExperiences(request),
    text: ({ experiences }) =>
      experiences.length === 0
        ? "(No matches.)"
        : experiences
            .map(({ id, relevance, standing, prompt, steps, answer }) =>
              [
                `${id}  (relevance ${relevance.toFixed(3)}, standing ${standing.toFixed(2)})`,
                indented(prompt),
                ...steps.map(({ tool, ok }) => `  - ${tool}${ok ? "" : ": failed"}`),
                indented(answer),
              ].join("\n"),
            )
            .join("\n\n"),
  }),
  endpoint(ENDPOINTS.experienceStats, {
    name: "experience stats",
    group: "experience",
    call: ({ memory }) => memory.experienceStats(),
  }),
  endpoint(ENDPOINTS.tellExperience, {
    name: "experience tell",
    group: "experience",
    arguments: ["run_id"],
    call: ({ memory }, request) => memory.tellExperience(request),
  }),
  command({
    name: "experience import",
    group: "experience",
    summary:
      "Tell of the runs in a database of openclaw-experience-replay; run again, it tells of none twice",
    options: [
      { name: "db", type: "text", description: `the file, default ${OLD_FILE}` },
      { name: "dry_run", type: "switch", description: "Say what would be told." },
    ],
    run: (session, { db, dry_run: isDry }) =>
      imported(
        session,
        (db as string | undefined) ?? path.join(os.homedir(), OLD_FILE.slice(2)),
        isDry === true,
      ),
    isBad: ({ refused }) => refused.length > 0,
  }),
  command({
    name: "experience delete",
    group: "experience",
    summary: "Erase one experience",
    arguments: [{ name: "id", type: "text", description: "its id, or a beginning that only one has" }],
    destroys: () => "What is erased is gone for good, with what was learned from it.",
    async run(session, { id }) {
      const found = (await all(session)).filter((one) => isMeant(one, id as string));
      if (found.length !== 1)
        throw new Failure(
          found.length === 0
            ? `there is no experience ${id}: edgebrain experience list has them`
            : `${found.length} experiences begin with ${id}: say more of the id`,
        );
      return erased(session, found);
    },
  }),
  command({
    name: "experience reset",
    group: "experience",
    summary: "Erase all experiences of an agent",
    destroys: () => "All experiences of the agent are gone for good, with what was learned from them.",
    run: async (session) => erased(session, await all(session)),
  }),
];

async function imported(session: Session, file: string, isDry: boolean) {
  const { memory } = session;
  const { runs, unreadable } = oldRuns(file);
  const known = new Set((await all(session)).map(({ id }) => id.split("::").at(-1)));
  const told = runs.filter((run) => !known.has(keptAs(run)));
  const states = { stored: 0, repeated: 0, skipped: 0 };
  const refused: { run_id: string; code: string; message: string }[] = [];
  for (const run of isDry ? [] : told) {
    try {
      const { state } = await memory.tellExperience(run, { idempotencyKey: run.run_id });
      if (state !== "open") states[state]++;
    } catch (error) {
      // What one run says may be refused; whatever else is wrong is so for all.
      if (!(error instanceof ClientError) || error.status === undefined || error.status >= 500) throw error;
      if (error.status === 401 || error.status === 403 || error.status === 429) throw error;
      refused.push({ run_id: run.run_id, code: error.code ?? "refused", message: error.message });
    }
  }
  return {
    runs: runs.length,
    unreadable,
    known: runs.length - told.length,
    ...states,
    refused,
    dry_run: isDry,
  };
}

async function all({ memory }: Session): Promise<Experience[]> {
  const found: Experience[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: ReplyOf<"experiences"> = await memory.experiences({ limit: LIMITS.pageSize, cursor });
    found.push(...page.experiences);
    cursor = page.next_cursor;
  }
  return found;
}

function isMeant({ id }: Experience, beginning: string): boolean {
  return id.startsWith(beginning) || id.split("::").at(-1)?.startsWith(beginning) === true;
}

async function erased({ memory }: Session, experiences: readonly Experience[]) {
  const ids = experiences.map(({ id }) => id);
  const receipts: string[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.firedIds) {
    const { receipt } = await memory.erase({ node_ids: ids.slice(at, at + LIMITS.firedIds) });
    if (receipt) receipts.push(receipt.erasure_id);
  }
  return { erased: ids.length, erasure_ids: receipts };
}

function experienceTable(experiences: readonly Experience[]): string {
  return table(
    ["id", "standing", "wins", "disputes", "told", "task"],
    experiences.map(({ id, standing, wins, disputes, created_at, task }) => [
      id,
      standing.toFixed(2),
      String(wins),
      String(disputes),
      time(created_at),
      brief(task),
    ]),
  );
}
