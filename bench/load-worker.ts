// The product's worker with one way more: an object can be made to lose its memory at once, as the platform does it to
// idle ones. Its disk stays, and so does what it had not brought to D1.

import product, { Brain as Product } from "../src/index.ts";
import { EVICT } from "./load-floor.ts";

export { Meter } from "../src/index.ts";

export class Brain extends Product {
  evict(): void {
    this.ctx.abort("evicted by the bench");
  }
}

export default {
  async fetch(request: Request, env: Cloudflare.Env, context: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== `/${EVICT}`) return product.fetch(request, env, context);
    const id = env.BRAIN.idFromName(searchParams.get("agent") as string);
    // What is asked to end can't answer.
    await (env.BRAIN.get(id) as unknown as { evict(): Promise<void> }).evict().catch(() => undefined);
    return Response.json({});
  },
};
