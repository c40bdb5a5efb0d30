// Entry of the Worker: the app, and the classes of the objects: one an agent, one a tenant.

import { createApp } from "./app.ts";

export { Brain } from "../durable/brain.ts";
export { Meter } from "../meter/meter.ts";

const app = createApp();

export default {
  fetch: (request: Request, env: Cloudflare.Env, context: ExecutionContext) =>
    app.fetch(request, env, context),
};
