// A small team's memory of four files, as tests of teaching begin with it.

import { correction } from "../../durable/operations/correction.ts";
import { TeachingMemory } from "./teaching-memory.ts";

export const TEXTS = {
  "deploy.md": "Deploy a release to production by running make deploy from the main branch",
  "rollback.md": "Rollback a bad release with make rollback when the error rate doubles",
  "keys.md": "Rotate the database password monthly and the api keys every ninety days",
  "oncall.md": "Escalate to the secondary engineer after ten minutes without an answer",
};
export const QUESTION = "how do I deploy a release to production";
export const RIGHT = "Deploy a release to production only from the release branch";

/** With a route from one file to another. */
export async function linked(): Promise<TeachingMemory> {
  const memory = await TeachingMemory.with(TEXTS);
  memory.link("deploy.md::0", "keys.md::0", 0.7);
  return memory;
}

/** After a correction of what is said of deploys. */
export async function taughtACorrection() {
  const teaching = await linked();
  const { queryId } = await teaching.ask(QUESTION);
  const { node_id: nodeId } = await teaching.do(correction, { query_id: queryId, content: RIGHT });
  return { memory: teaching.memory, nodeId };
}
