// `npm run test:openclaw`: the packed plugin in a real OpenClaw host, with the local service and a scripted model, all on
// loopback. Prints one line a check; the exit status is 0 only when all of them hold. KEEP=1 keeps the folder of the run.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { MemoryClient } from "../../client/memory-client.ts";
import { Checks } from "./checks.ts";
import { Device } from "./device.ts";
import { installHost, VERSION } from "./host-install.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { freePort, Service } from "./service.ts";
import { SilentServer } from "./silent-server.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const FACT = "The spare key of the greenhouse hangs behind the heliotrope pot.";
const ASKED = "Where does the spare key of the greenhouse hang?";
const SAID = "Remember: our staging cluster is called Quillfeather from now on.";
const SAID_ABOUT = "What is our staging cluster called?";
const OFFLINE = "Please remember that the invoice printer stands in room Larkspur.";
const BRAIN = "shared";

const checks = new Checks();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-openclaw-"));
const model = await ScriptedModel.begin();
const service = new Service(path.join(folder, "service"), await freePort());
const devices: Device[] = [];
let silent: SilentServer | null = null;

try {
  const host = installHost(checks.note);
  checks.note(`OpenClaw ${VERSION}; everything of this run is in ${folder}`);
  const tarball = execFileSync(process.execPath, [path.join(ROOT, "scripts/pack.ts"), "plugin"], {
    encoding: "utf8",
  }).split("\n")[0];
  await service.begin();
  const owner = { baseUrl: service.url, token: service.ownerToken() };
  const memory = new MemoryClient({ ...owner, agent: BRAIN });

  checks.chapter("Install and set up");
  const one = await device("one");
  await install(one);
  const setup = await one.run(
    ..."edgebrain setup --create --capture proposal --json".split(" "),
    "--brain",
    BRAIN,
    "--agents",
    "main",
    "--url",
    service.url,
    "--token",
    owner.token,
  );
  checks.that("setup connects, makes the agent and writes the configuration", setup.code === 0, setup);

  checks.chapter("Recall");
  await memory.inject({ content: FACT });
  await one.open();
  await contented(one);
  await one.turn("asked", ASKED);
  const prompt = model.lastPrompt();
  checks.that("the memory reaches the model's prompt", prompt.includes("heliotrope pot"), prompt);
  checks.that("inside a fence, and nowhere else", isFenced(prompt, "heliotrope pot"), prompt);
  checks.that("the user's own words follow it", prompt.lastIndexOf(ASKED) > prompt.indexOf("heliotrope pot"));
  await one.turn("unrelated", "Tell me a joke about submarines, please.");
  checks.that(
    "a question about something else recalls nothing of it",
    !model.lastPrompt().includes("heliotrope"),
  );

  checks.chapter("Tools");
  const stored = "The ladder is kept in the boathouse under Bellwether.";
  await one.turn("tools", `[[call:memory_store ${JSON.stringify({ text: stored })}]]`);
  checks.that(
    "memory_store answers the model",
    /review|propos/i.test(model.lastToolResult()),
    model.lastToolResult(),
  );
  const proposed = await checks.until(async () =>
    (await waiting()).find(({ content }) => content.includes("Bellwether")),
  );
  checks.that("what it stores waits for a reviewer", proposed !== undefined);
  await one.turn("judged", ASKED);
  const lessons = await learned();
  await one.turn("judged", `[[call:memory_feedback ${JSON.stringify({ verdict: "good" })}]]`);
  const wasLearned = await checks.until(async () => (await learned()) > lessons);
  checks.that("memory_feedback is learned from", wasLearned === true, model.lastToolResult());

  checks.chapter("Capture and review");
  await one.turn("told", SAID);
  const captured = await checks.until(async () =>
    (await waiting()).find(({ content }) => content.includes("Quillfeather")),
  );
  checks.that("what the user said appears as a proposal", captured !== undefined, await waiting());
  await one.turn("before", SAID_ABOUT);
  checks.that("it is not recalled before somebody approves it", !model.lastPrompt().includes("Quillfeather"));
  if (captured) await memory.approve({ id: captured.id, digest: captured.digest });
  await one.turn("after", SAID_ABOUT);
  checks.that(
    "once approved it is recalled in the next session",
    isFenced(model.lastPrompt(), "Quillfeather"),
    model.lastPrompt(),
  );

  checks.chapter("A second device");
  const pairing = await one.run("edgebrain", "pair", "--json");
  const { code } = JSON.parse(pairing.out.slice(pairing.out.indexOf("{"))) as { code: string };
  const two = await device("two");
  await install(two);
  const joined = await two.run(
    "edgebrain",
    "setup",
    "--url",
    service.url,
    "--code",
    code,
    "--agents",
    "main",
  );
  checks.that("joins with the code that the first one shows", joined.code === 0, joined);
  checks.that("and has a token of its own", tokenOf(one) !== tokenOf(two));
  await two.open();
  await two.turn("there", SAID_ABOUT);
  checks.that(
    "recalls what the first one was told",
    isFenced(model.lastPrompt(), "Quillfeather"),
    model.lastPrompt(),
  );
  checks.that("ends cleanly", (await two.close()).code === 0);

  checks.chapter("Without the service");
  await service.kill();
  const away = await one.turn("away", OFFLINE);
  checks.that("the turn succeeds", away.status === 200, away);
  checks.that("at once", away.ms < 15_000, away.ms);
  silent = await SilentServer.begin(service.port);
  const hung = await one.turn("hung", ASKED);
  checks.that(
    "a service that hangs costs no more than the recall deadline",
    hung.status === 200 && hung.ms < 12_000,
    hung.ms,
  );
  checks.that("it was really asked", silent.connections > 0);
  const ended = await one.close();
  checks.that("and does not delay the host's end", ended.code === 0 && ended.ms < 20_000, ended);
  await silent.end();
  silent = null;

  checks.chapter("The service is back");
  await service.begin();
  await one.open();
  const late = await checks.until(
    async () => (await waiting()).some(({ content }) => content.includes("Larkspur")),
    60_000,
  );
  checks.that("what was said meanwhile arrives", late === true);
  await one.turn("again", "How is the weather in the greenhouse?");
  const times = (await waiting()).filter(({ content }) => content.includes("Larkspur")).length;
  checks.that("exactly once", times === 1, times);

  checks.chapter("At the end");
  await one.close();
  const secrets = [owner.token, tokenOf(one), tokenOf(two)];
  const said = [one, two].map((each) => each.said + each.log()).join() + JSON.stringify(model.requests);
  checks.that(
    "no token is in a log, an output or a prompt",
    secrets.every((secret) => !said.includes(secret)),
  );
  const left = await one.run("plugins", "uninstall", "edgebrain", "--force");
  checks.that(
    "uninstalling gives the slot back",
    left.code === 0 && one.configuration().plugins?.slots?.memory !== "edgebrain",
    left,
  );

  async function device(name: string): Promise<Device> {
    const made = new Device(host, path.join(folder, name), await freePort(), model.url);
    devices.push(made);
    return made;
  }

  async function install(on: Device): Promise<void> {
    const done = await on.run("plugins", "install", tarball, "--force", "--accept-capabilities");
    checks.that("the tarball installs", done.code === 0, done);
    const fresh = await on.run("edgebrain", "doctor", "--json");
    checks.that("and loads without any configuration", fresh.out.includes("not set up"), fresh);
  }

  async function contented(on: Device): Promise<void> {
    for (const command of [
      "plugins list",
      "plugins inspect edgebrain --runtime",
      "plugins doctor",
      "config validate",
      "edgebrain doctor",
    ]) {
      const done = await on.run(...command.split(" "));
      const warns = /warn|✗|not selected|blocked/i.test(done.out + done.error);
      checks.that(`${command}: no warning`, done.code === 0 && !warns, done);
    }
  }

  async function waiting() {
    return (await memory.proposals({ status: "pending" })).proposals;
  }

  async function learned(): Promise<number> {
    return (await memory.journal({ type: "learn", limit: 200 })).entries.length;
  }
} catch (error) {
  checks.that("the run gets to its end", false, error instanceof Error ? error.stack : error);
} finally {
  await silent?.end();
  for (const each of devices) await each.close();
  await service.kill();
  model.end();
  if (checks.failed > 0 || process.env.KEEP) checks.note(`kept: ${folder}`);
  else fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(checks.end());

/** True when a word stands between the two lines of a fence, and nowhere else. */
function isFenced(prompt: string, word: string): boolean {
  const fence = /<<<([\w-]+ [0-9a-f]{12,}|[^\n]*[0-9a-f]{12,}[^\n]*)>>>/g;
  const marks = [...prompt.matchAll(fence)].map(({ index }) => index);
  const places = [...prompt.matchAll(new RegExp(word, "g"))].map(({ index }) => index);
  const inside = (place: number) => marks.filter((mark) => mark < place).length % 2 === 1;
  return places.length > 0 && marks.length >= 2 && places.every(inside);
}

function tokenOf(device: Device): string {
  return fs.readFileSync(path.join(device.folder, "state/edgebrain/token"), "utf8").trim();
}
