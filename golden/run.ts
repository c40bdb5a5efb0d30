// `npm run golden -- DIR`: the golden runner as a command.

import { golden } from "./command.ts";

process.exitCode = await golden(process.argv.slice(2), { out: console.log, err: console.error });
