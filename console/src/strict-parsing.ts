// Told before any schema is made: the policy of the pages forbids code from strings, which zod would otherwise try.
// So this is the first import of the entry.

import { config } from "zod";

config({ jitless: true });
