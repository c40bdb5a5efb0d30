// The web console: its page at `/` and its files below `/console/`, read through the binding of static assets, of which
// nothing else is ever served. The policy of these answers allows the console's own files and calls, and nothing besides.

import type { Context, Hono } from "hono";
import { Refusal } from "../../wire/errors.ts";
import type { Environment } from "../environment.ts";

const FOLDER = "/console/";
/** Any host will do: the binding looks at the path alone. */
const PLACE = "https://assets.invalid";
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
/** Names of built files change with their content. */
const FOREVER = "public, max-age=31536000, immutable";

export function mountConsole(app: Hono<Environment>): void {
  app.get("/", (c) => served(c, FOLDER));
  app.get("/console/:file{.+}", (c) => served(c, new URL(c.req.url).pathname));
}

async function served(c: Context<Environment>, path: string): Promise<Response> {
  const headers = new Headers();
  const known = c.req.header("If-None-Match");
  if (known) headers.set("If-None-Match", known);
  const found = await c.env.ASSETS?.fetch(PLACE + path, { headers, redirect: "manual" });
  if (!found || (!found.ok && found.status !== 304)) {
    await found?.body?.cancel();
    throw new Refusal(
      "not_found",
      path === FOLDER
        ? "this deployment has no console: `npm run deploy` builds and uploads it. /docs lists the API"
        : "the console has no such file: open / anew",
    );
  }
  const response = new Response(found.body, found);
  response.headers.set("Content-Security-Policy", POLICY);
  response.headers.set("Cache-Control", path.startsWith(`${FOLDER}assets/`) ? FOREVER : "no-cache");
  return response;
}
