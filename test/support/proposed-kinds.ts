// One proposal of every kind, as an agent sends them where everything waits for a reviewer.

import type { MemoryClient } from "../../client/memory-client.ts";
import { RUNBOOK } from "./procedures.ts";

export const PRIVATE_CODE = "The alarm code of the boathouse is 4471";

export const PROPOSED: readonly ((device: MemoryClient) => Promise<unknown>)[] = [
  (device) => device.inject({ content: "The harbour crane is serviced every second Tuesday." }),
  (device) => device.storeMemory({ content: "The buoy of the sound is painted red" }),
  (device) => device.storeFact({ subject: "Niamh", relation: "WORKS_AT", object: "Skellig Ferries" }),
  (device) => device.storeProcedure(RUNBOOK),
  async (device) => {
    await device.query({ query: "who services the crane?", chat_id: "talk" });
    await device.correction({ chat_id: "talk", content: "The port authority services the crane." });
  },
];
