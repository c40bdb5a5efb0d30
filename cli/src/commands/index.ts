// Every command, in the order of the help.

import { type Command, GROUPS } from "../command.ts";
import { ACCESS } from "./access.ts";
import { ASKING } from "./asking.ts";
import { CAPTURING } from "./capturing.ts";
import { EXPERIENCES } from "./experiences.ts";
import { HOOK } from "./hook.ts";
import { KNOWLEDGE } from "./knowledge.ts";
import { MACHINE } from "./machine.ts";
import { MCP } from "./mcp.ts";
import { MEMORIES } from "./memories.ts";
import { REVIEWING } from "./reviewing.ts";
import { START } from "./start.ts";
import { TEACHING } from "./teaching.ts";
import { UPKEEP } from "./upkeep.ts";
import { WORKSPACE } from "./workspace.ts";

const ALL = [
  ...START,
  ...WORKSPACE,
  ...ASKING,
  ...TEACHING,
  ...REVIEWING,
  ...MEMORIES,
  ...CAPTURING,
  ...KNOWLEDGE,
  ...EXPERIENCES,
  ...UPKEEP,
  ...ACCESS,
  ...HOOK,
  ...MACHINE,
  ...MCP,
];

export const COMMANDS: readonly Command[] = Object.keys(GROUPS).flatMap((name) =>
  ALL.filter(({ group }) => group === name),
);
