// Runs a bundled worker on a storage that stays, and says its address: a process that can be killed hard, with its worker.

import { Bundle } from "./local-worker.ts";

const [folder, storage] = process.argv.slice(2);
const { url } = await Bundle.in(folder).start({ RATE_LIMITS: "off" }, storage);
process.stdout.write(`${JSON.stringify({ url })}\n`);
