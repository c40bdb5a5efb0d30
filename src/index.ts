// Entry of the Worker: the app, and the class of the agents' objects.

import { createApp } from "./app.ts";

export { Brain } from "../durable/brain.ts";

const app = createApp();

export default {
  fetch: (request: Request, env: Cloudflare.Env, context: ExecutionContext) =>
    app.fetch(request, env, context),
};
