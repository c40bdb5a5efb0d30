// The Worker's HTTP side: what every request passes, what is mounted where, and the one door for errors.

import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { Auth } from "./auth.ts";
import { docsPage } from "./docs-page.ts";
import { configurationOf } from "./enter.ts";
import type { Environment } from "./environment.ts";
import { Metering } from "./metering.ts";
import { apiDocument } from "./openapi.ts";
import { RateLimits } from "./rate-limits.ts";
import { answerError, refuse } from "./reply.ts";
import { requestLog } from "./request-log.ts";
import { AGENT_PATH, mountAgents } from "./routes/agents.ts";
import { mountConsole } from "./routes/console.ts";
import { mountDirectory } from "./routes/directory.ts";
import { mountEvents } from "./routes/events.ts";
import { mountMcp } from "./routes/mcp.ts";
import { mountMetrics } from "./routes/metrics.ts";
import { mountMoving } from "./routes/moving.ts";

/** Of the API, as `/openapi.json` states it. */
const API_VERSION = "1.0.0";

const SECURITY_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** An app with its own memory of tokens, rates and use; a Worker has one per isolate. */
export function createApp(): Hono<Environment> {
  const app = new Hono<Environment>();
  const auth = new Auth();
  const [rates, metering] = [new RateLimits(), new Metering()];
  let document: ReturnType<typeof apiDocument> | undefined;
  const theDocument = () => (document ??= apiDocument(AGENT_PATH, API_VERSION));

  app.use(async (c, next) => {
    const sent = c.req.header("x-request-id") ?? "";
    c.set("requestId", /^[A-Za-z0-9._:=-]{1,128}$/.test(sent) ? sent : crypto.randomUUID());
    c.set("began", performance.now());
    c.set("rates", rates);
    c.set("metering", metering);
    await next();
    c.res.headers.set("X-Request-Id", c.get("requestId"));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  });
  app.use(requestLog);
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        c.header("Allow", methods.join(", "));
        const message = `${c.req.method} is not possible here: use ${methods.join(" or ")}`;
        return refuse(c, { code: "method_not_allowed", message });
      },
    }),
  );

  app.get("/health", (c) => c.json({ status: "ok" }));
  app.use(async (c, next) => {
    configurationOf(c.env);
    await next();
  });
  app.get("/openapi.json", (c) => c.json(theDocument()));
  app.get("/docs", (c) => {
    const nonce = crypto.randomUUID();
    c.header(
      "Content-Security-Policy",
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
    );
    return c.html(docsPage(theDocument(), nonce));
  });
  mountConsole(app);
  mountMetrics(app, auth);
  mountDirectory(app, auth);
  mountEvents(app, auth);
  mountMoving(app, auth);
  mountAgents(app, auth);
  mountMcp(app, auth);

  app.notFound((c) =>
    refuse(c, { code: "not_found", message: "there is no such path: /docs lists them all" }),
  );
  app.onError(answerError);
  return app;
}
