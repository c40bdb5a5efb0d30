// A process that puts writes into a queue and delivers them to a service on loopback, until it is killed. It says each
// write that it acknowledged, and "empty" when nothing waits any more.
// Arguments: the folder, the address, its name, and how many writes it puts in.

import path from "node:path";
import { ClientError } from "../../client/client-error.ts";
import { Folder } from "../../plugin/src/queue/folder.ts";
import { Lock } from "../../plugin/src/queue/lock.ts";
import { Outbox } from "../../plugin/src/queue/outbox.ts";

const [folder, address, name, count] = process.argv.slice(2);

const outbox = new Outbox({
  folder: new Folder(folder),
  lock: new Lock(path.join(folder, "lock")),
  deliver: async ({ key, agentId }, signal) => {
    const body = JSON.stringify({ key, agentId });
    const reply = await fetch(address, { method: "POST", body, signal }).catch((cause) => {
      throw new ClientError("network", "no answer", { cause });
    });
    if (!reply.ok)
      throw new ClientError("refused", "later", {
        status: reply.status,
        code: "unavailable",
        retryAfterMs: 1,
      });
  },
  identity: () => "same",
  warn: () => undefined,
  lineOf: String,
});

outbox.start();
for (let number = 0; number < Number(count); number++) {
  await outbox.post({
    agentId: `agent-${number % 2}`,
    name: "learn",
    request: { query_id: `q-${number}`, outcome: 1 },
    key: `${name}-${String(number).padStart(4, "0")}`,
  });
  console.log(`${name}-${String(number).padStart(4, "0")}`);
}
while ((await outbox.status()).waiting > 0) {
  await outbox.kick();
  await new Promise((resolve) => setTimeout(resolve, 2));
}
console.log("empty");
process.exit(0);
