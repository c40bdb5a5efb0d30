// Everything that the screen looks for by name, in all languages.

import { ENGLISH_SIGNALS } from "./english-signals.ts";
import { FOREIGN_SIGNALS } from "./foreign-signals.ts";
import type { Signal } from "./signal.ts";

export const SIGNALS: readonly Signal[] = [...ENGLISH_SIGNALS, ...FOREIGN_SIGNALS];
