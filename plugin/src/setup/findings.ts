// `status` and `doctor`: what stands where, each finding with its cure.

import type { MeReply } from "../../../wire/directory.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import type { Plugin } from "../plugin.ts";
import { outboxOf } from "../queue/opening.ts";
import { failureText } from "../service.ts";
import { standingIn } from "./host-entries.ts";

export interface Finding {
  readonly name: string;
  readonly level: "ok" | "note" | "fault";
  readonly says: string;
  /** What to do about it. */
  readonly cure?: string;
}

const SETUP = "openclaw edgebrain setup";
const DEADLINE_MS = 5_000;

/** Everything that a working installation needs, in the order in which it is needed. */
export async function findings(plugin: Plugin): Promise<Finding[]> {
  return [...options(plugin), ...host(plugin), ...(await service(plugin)), await queue(plugin)];
}

function options(plugin: Plugin): Finding[] {
  const { config, warnings } = plugin.resolved();
  return [
    config.enabled
      ? { name: "enabled", level: "ok", says: "the plugin is on" }
      : { name: "enabled", level: "note", says: "the option enabled is off", cure: "set it to true" },
    config.obstacle === null
      ? { name: "configured", level: "ok", says: `it uses ${config.baseUrl}` }
      : { name: "configured", level: "fault", says: config.obstacle, cure: SETUP },
    config.agents.length > 0
      ? { name: "agents", level: "ok", says: `memory is for ${config.agents.join(", ")}` }
      : { name: "agents", level: "fault", says: "no agent may use memory", cure: `${SETUP} --agents main` },
    ...warnings.map(
      (says): Finding => ({
        name: "options",
        level: "note",
        says,
        cure: "mend it in the host's configuration",
      }),
    ),
  ];
}

function host(plugin: Plugin): Finding[] {
  const standing = standingIn(plugin.hostConfiguration());
  const check = (
    name: string,
    isRight: boolean,
    right: string,
    wrong: string,
    level: Finding["level"] = "fault",
  ) => (isRight ? ({ name, level: "ok", says: right } as const) : { name, level, says: wrong, cure: SETUP });
  return [
    check(
      "slot",
      standing.hasSlot,
      "it holds the memory slot",
      "another plugin holds the memory slot",
      "note",
    ),
    check("allowed", !standing.isLeftOut, "the host may load it", "plugins.allow leaves it out"),
    check(
      "conversations",
      standing.allowsConversations,
      "it may see conversations",
      "the host keeps conversations from it: nothing is recalled or captured by itself",
    ),
    check(
      "injection",
      standing.allowsInjection,
      "it may add to prompts",
      "allowPromptInjection is off: nothing is recalled by itself",
    ),
    check(
      "bundled",
      !standing.bundledIsOn,
      "the bundled memory plugin is out of the way",
      "the bundled memory plugin is still on: the host warns at every start",
      "note",
    ),
  ];
}

async function service(plugin: Plugin): Promise<Finding[]> {
  const config = plugin.config();
  if (config.obstacle !== null) return [];
  let me: MeReply;
  try {
    me = await plugin.service.me(config, DEADLINE_MS);
  } catch (error) {
    return [
      {
        name: "service",
        level: "fault",
        says: failureText(error),
        cure: `check the address and the token, or run ${SETUP}`,
      },
    ];
  }
  const role: Finding =
    me.role === "agent"
      ? { name: "token", level: "ok", says: "the service takes the token, with the role agent" }
      : {
          name: "token",
          level: "note",
          says: `the token has the role ${me.role}`,
          cure: "use one with the role agent",
        };
  try {
    const started = performance.now();
    const agentId = config.agents.find((id) => id !== "*") ?? "main";
    const info = await plugin.service.call(config, agentId, ENDPOINTS.info, {}, { deadlineMs: DEADLINE_MS });
    const ms = Math.round(performance.now() - started);
    const says = `the agent ${config.brain ?? agentId} answers in ${ms} ms: ${info.nodes} pieces of memory, ${info.edges} routes`;
    return [role, { name: "memory", level: "ok", says }];
  } catch (error) {
    return [
      role,
      { name: "memory", level: "fault", says: failureText(error), cure: `${SETUP} --brain NAME` },
    ];
  }
}

async function queue(plugin: Plugin): Promise<Finding> {
  const { waiting, oldestAt, obstacle } = await outboxOf(plugin).status();
  if (waiting === 0) return { name: "queue", level: "ok", says: "nothing waits to be delivered" };
  const since = new Date(oldestAt ?? 0).toISOString();
  return {
    name: "queue",
    level: "note",
    says: `${waiting} writes wait to be delivered since ${since}${obstacle === null ? "" : `: ${obstacle}`}`,
    cure: "they are sent when the service answers; nothing is lost",
  };
}
