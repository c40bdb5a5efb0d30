// `npm run test:mcp`: the checks of the protocol's own project, and its inspector, against the local service. Both are installed
// beside the project the first time, a minute and 200 MB. The exit status is 0 only when all of them hold.

import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Checks } from "../openclaw/checks.ts";
import { freePort, Service } from "../openclaw/service.ts";

const PACKAGES = ["@modelcontextprotocol/conformance@0.1.16", "@modelcontextprotocol/inspector@2.12.0"];
/** All checks of servers that don't ask for tools, resources and prompts of the suite's own example. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

const run = promisify(execFile);
const checks = new Checks();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edgebrain-mcp-"));
const service = new Service(path.join(folder, "service"), await freePort());
const [conformance, inspector] = install();

try {
  await service.begin();
  const token = service.ownerToken();

  checks.chapter("Conformance");
  const door = await letIn(token);
  const { port } = door.address() as { port: number };
  for (const scenario of SCENARIOS) {
    const args = [conformance, "server", "--url", `http://127.0.0.1:${port}/mcp`, "--scenario", scenario];
    const ended = await ran(args);
    checks.that(scenario, ended.code === 0, ended.said);
  }
  door.close();

  checks.chapter("Inspector");
  const asked = async (...args: string[]) => {
    const entrance = [
      `${service.url}/mcp`,
      "--transport",
      "http",
      "--header",
      `Authorization: Bearer ${token}`,
    ];
    return ran([inspector, "--cli", ...entrance, ...args]);
  };
  for (const method of ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]) {
    const ended = await asked("--method", method);
    checks.that(method, ended.code === 0, ended.said);
  }
  const recalled = await asked(
    ...["--method", "tools/call", "--tool-name", "recall"],
    ...["--tool-arg", "query=When may we ship to production?"],
  );
  checks.that("tools/call answers from memory", recalled.said.includes("EDGEBRAIN MEMORY"), recalled.said);
} finally {
  await service.kill();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exitCode = checks.end();

/** The programs of both packages. */
function install(): string[] {
  const home = path.join(os.homedir(), ".cache", "edgebrain", "mcp-checks");
  const [wanted, file] = [PACKAGES.join(" "), path.join(home, "installed")];
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== wanted) {
    checks.note(`installing ${wanted}`);
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(path.join(home, "package.json"), '{ "name": "mcp-checks", "private": true }\n');
    const flags = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", [...flags, ...PACKAGES], { cwd: home, stdio: "inherit" });
    fs.writeFileSync(file, wanted);
  }
  return ["conformance", "mcp-inspector"].map((name) => path.join(home, "node_modules/.bin", name));
}

/** The suite sends no token: this door beside the service adds it, and changes nothing else. */
async function letIn(token: string): Promise<http.Server> {
  const door = http.createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const authorized = { ...headers, authorization: `Bearer ${token}` };
    const onward = http.request(
      service.url + path,
      { method, headers: authorized, setHost: false },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  return door;
}

async function ran(args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  try {
    // Under our own Node: both need a newer one than a machine may have.
    const { stdout } = await run(process.execPath, args, {
      cwd: folder,
      timeout: 60_000,
      maxBuffer: 1 << 26,
    });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: Number(code) || 1, said: `${stdout}${stderr}` };
  }
}
