// `openclaw edgebrain setup`: asks for address and token, tries them, and only then writes what the host needs.

import { ClientError } from "../../../client/client-error.ts";
import type { MeReply } from "../../../wire/directory.ts";
import { ENDPOINTS } from "../../../wire/endpoints.ts";
import { addressFault, type Config, resolveConfig } from "../config.ts";
import type { Plugin } from "../plugin.ts";
import { stateFolder } from "../queue/opening.ts";
import { failureText } from "../service.ts";
import { PROCESS, TOKEN_FILE_VARIABLE, TOKEN_VARIABLE } from "../token.ts";
import type { Asker } from "./asking.ts";
import { type BrainRequest, brainOf } from "./brain-of.ts";
import { type Credential, type CredentialRequest, credentialFrom, lesserToken } from "./credential.ts";
import { type Draft, settle, type Wanted } from "./host-entries.ts";
import { Problem } from "./problem.ts";
import { keepingToken } from "./token-file.ts";

export interface SetupRequest extends CredentialRequest, BrainRequest {
  readonly url?: string;
  /** Agents of the host that may use memory. */
  readonly agents?: readonly string[];
  readonly capture?: "off" | "proposal" | "direct";
  readonly dryRun?: boolean;
}

export interface SetupReport {
  readonly url: string;
  readonly brain: string;
  readonly role: MeReply["role"];
  readonly memories: number;
  readonly answered_in_ms: number;
  readonly changes: readonly string[];
  readonly notes: readonly string[];
  readonly written: boolean;
  readonly restart: boolean;
}

type ConfigurationWriter = NonNullable<
  NonNullable<NonNullable<Plugin["api"]["runtime"]>["config"]>["mutateConfigFile"]
>;

const CAPTURE_CHOICES = ["off", "proposal", "direct"] as const;

export async function setUp(
  plugin: Plugin,
  request: SetupRequest,
  asker: Asker | null,
): Promise<SetupReport> {
  const mutate = request.dryRun ? undefined : configurationWriter(plugin);
  const url = await addressFrom(plugin, request, asker);
  const capture = await captureFrom(plugin, request, asker);
  // From here on a pairing code may be used up, so everything that only a person can get wrong comes before.
  let { token, kept } = await credentialFrom(url, request, PROCESS, asker, presentToken(plugin, url));
  const notes: string[] = [];
  const me = await tried(() => plugin.service.me(trial(url, token, null)));
  if (me.role === "operator") {
    throw new Problem("this is the operator's token, which opens no memory: make a tenant's token with it");
  }
  const { brain, isMissing } = await tried(() => brainOf({ baseUrl: url, token }, me, request, asker));
  if (isMissing) notes.push(`the agent ${brain} would be made`);
  const isTooStrong = me.role === "owner" || me.role === "reviewer";
  if (isTooStrong && kept === "secret" && !request.dryRun) {
    token = await tried(() => lesserToken(url, token, brain, request));
    notes.push(
      `the token given is the ${me.role}'s and is not kept: this device got an agent's token of its own`,
    );
  } else if (isTooStrong && kept !== "secret") {
    notes.push(`the token may do more than an agent needs (${me.role}): one with the role agent is safer`);
  }
  if (me.role === "reader") notes.push("the token may read only: nothing will be captured or learned");
  const started = performance.now();
  const { nodes } = isMissing
    ? { nodes: 0 }
    : await tried(() => plugin.service.call(trial(url, token, brain), brain, ENDPOINTS.info, {}));
  const answeredIn = Math.round(performance.now() - started);
  const variable = [TOKEN_FILE_VARIABLE, TOKEN_VARIABLE].find((name) => process.env[name]?.trim());
  if (variable !== undefined && kept !== "already")
    notes.push(`${variable} is set here, and goes before what the configuration says`);

  const wanted = (file: string): Wanted => ({
    options: {
      baseUrl: url,
      ...referenceTo(kept, file),
      brain,
      ...(request.agents && { agents: request.agents }),
      ...(capture === "off" && { autoCapture: false }),
      ...(capture !== undefined && capture !== "off" && { autoCapture: true, captureMode: capture }),
    },
  });
  const { changes, restart } =
    mutate === undefined
      ? rehearsed(plugin, wanted("(a file that set-up makes)"))
      : kept === "secret"
        ? await keepingToken(stateFolder(plugin), token, (file) => written(mutate, wanted(file)))
        : await written(mutate, wanted(""));
  return {
    url,
    brain,
    role: isTooStrong && kept === "secret" ? "agent" : me.role,
    memories: nodes,
    answered_in_ms: answeredIn,
    changes,
    notes,
    written: !request.dryRun,
    restart,
  };
}

async function addressFrom(plugin: Plugin, { url }: SetupRequest, asker: Asker | null): Promise<string> {
  const known = plugin.config().baseUrl ?? undefined;
  const given = (url ?? (await asker?.ask("Address of the EdgeBrain service", known)) ?? known)?.trim();
  if (!given) throw new Problem("give the address of the service: --url https://…", 2);
  const fault = addressFault(given);
  if (fault !== null) throw new Problem(fault, 2);
  return given;
}

async function captureFrom(
  plugin: Plugin,
  { capture }: SetupRequest,
  asker: Asker | null,
): Promise<(typeof CAPTURE_CHOICES)[number] | undefined> {
  if (capture !== undefined) return capture;
  const { obstacle, autoCapture, captureMode } = plugin.config();
  const present = autoCapture ? captureMode : "off";
  const answer = await asker?.ask(
    "Capture lasting statements of the user: off, proposal (a reviewer decides), direct",
    obstacle === null ? present : "proposal",
  );
  if (answer === undefined) return undefined;
  const choice = CAPTURE_CHOICES.find((one) => one === answer);
  if (choice === undefined) throw new Problem(`answer ${CAPTURE_CHOICES.join(", ")}, not ${answer}`, 2);
  return choice;
}

/** The configuration as it will be, as far as calls need it. */
function trial(baseUrl: string, token: string, brain: string | null): Config {
  return resolveConfig({ baseUrl, token, brain }, { ...PROCESS, environment: {} }).config;
}

/** The token that is in use for this address, so that set-up can be run again without it. */
function presentToken(plugin: Plugin, url: string): string | null {
  const { baseUrl, token } = plugin.config();
  return baseUrl === url ? token.value : null;
}

function referenceTo(kept: Credential["kept"], file: string): Wanted["options"] {
  if (kept === "already") return {};
  if (kept === "secret") return { token: null, tokenFile: file };
  if ("file" in kept) return { token: null, tokenFile: kept.file };
  return { token: { source: "env", provider: "default", id: kept.variable }, tokenFile: null };
}

function rehearsed(plugin: Plugin, wanted: Wanted): { changes: string[]; restart: boolean } {
  const copy = structuredClone(plugin.hostConfiguration() ?? {}) as Draft;
  return { changes: settle(copy, wanted), restart: false };
}

function configurationWriter(plugin: Plugin): ConfigurationWriter {
  const mutate = plugin.api.runtime?.config?.mutateConfigFile;
  if (mutate) return mutate;
  throw new Problem(
    "this host lets no plugin write its configuration: see the options in the plugin's README",
  );
}

async function written(
  mutate: ConfigurationWriter,
  wanted: Wanted,
): Promise<{ changes: string[]; restart: boolean }> {
  let changes: string[] = [];
  const result = await mutate({
    afterWrite: { mode: "auto" },
    mutate(draft) {
      changes = settle(draft, wanted);
    },
  });
  return { changes, restart: result?.followUp?.requiresRestart ?? changes.length > 0 };
}

async function tried<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof ClientError && error.code === "unauthorized") {
      throw new Problem("the service does not take the token: it is mistyped, revoked or over");
    }
    throw new Problem(`the service can't be used so: ${failureText(error)}`);
  }
}
