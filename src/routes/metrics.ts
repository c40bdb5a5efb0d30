// `GET /metrics`: for the operator's monitoring, in the text format of Prometheus.

import type { Hono } from "hono";
import { type Auth, requireRole } from "../auth.ts";
import { enter } from "../enter.ts";
import type { Environment } from "../environment.ts";
import { directoryMetrics, prometheusText, usageMetrics } from "../metrics.ts";
import { reached } from "../reached.ts";

export function mountMetrics(app: Hono<Environment>, auth: Auth): void {
  app.get("/metrics", async (c) => {
    const { principal, now } = await enter(c, auth);
    requireRole(principal, "operator");
    const withUsage = c.req.query("usage") === "true";
    const families = await reached(async () => [
      ...(await directoryMetrics(c.env.DB, now)),
      ...(withUsage ? await usageMetrics(c.env, now) : []),
    ]);
    c.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    return c.body(prometheusText(families));
  });
}
