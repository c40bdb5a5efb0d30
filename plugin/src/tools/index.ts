// Every tool of the plugin. The manifest declares exactly these.

import type { Tool } from "../tool.ts";
import { READING_TOOLS } from "./reading.ts";

export const TOOLS: readonly Tool[] = [...READING_TOOLS];
