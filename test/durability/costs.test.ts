// [OP] What the page on operations calculates with: rows that a question writes.

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { agentNamed } from "../support/agent-story.ts";
import { Story } from "../support/story.ts";

const QUESTIONS = 10;

it("[OP10] a question writes six rows in its object, and none in D1", async () => {
  const story = await Story.begin();
  const { id, name } = await story.agent();
  const memory = story.memory(name);
  await memory.sync({
    files: ["deploys", "backups", "pager"].map((topic) => ({
      path: `${topic}.md`,
      text: `## How ${topic} work\n\nEvery week.\n\n## Who looks after ${topic}\n\nThe team.\n`,
    })),
  });
  const agent = agentNamed(id);
  await agent.drained();
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  await agent.inside(({ sql }) => {
    const prototype = Object.getPrototypeOf(sql);
    const { exec } = prototype;
    prototype.exec = function (...args: unknown[]) {
      const cursor = exec.apply(this, args);
      cursors.push(cursor);
      return cursor;
    };
  });
  const sizeOf = async () =>
    (await env.DB.prepare("select sum(applied_seq) as seq from agents").first())?.seq;
  const before = await sizeOf();
  for (let at = 0; at < QUESTIONS; at++)
    await memory.query({ query: `who looks after backups, part ${at}?` });
  const written = cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  expect(written / QUESTIONS).toBe(6);
  await agent.drained();
  expect(await sizeOf()).toBe(before);
});
