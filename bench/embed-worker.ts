// The worker of the embed bench: embeds what it is sent, and says how long it took inside workerd.

import { workerAssets } from "../durable/embed/asset-source.ts";
import { embedderNamed } from "../durable/embed/index.ts";
import kernel from "../durable/embed/use-lite/panel.wasm";

export interface Asked {
  readonly name: string;
  readonly side: "query" | "document";
  /** A group is timed as a whole: the clock of workerd counts milliseconds. */
  readonly groups: readonly (readonly string[])[];
  /** Texts of one call. */
  readonly atOnce: number;
  /** Ends with the group after which so many milliseconds have passed. */
  readonly mostMs: number;
}

export interface Took {
  /** Milliseconds of each group, in order. */
  readonly ms: readonly number[];
  /** Why it could not embed. */
  readonly failure?: string;
}

export default {
  async fetch(request: Request, { ASSETS }: { readonly ASSETS?: Fetcher }): Promise<Response> {
    const { name, side, groups, atOnce, mostMs } = (await request.json()) as Asked;
    const embedder = embedderNamed(name, { assets: workerAssets(ASSETS), kernel });
    if (!embedder) return Response.json({ ms: [], failure: `there is no embedder ${name}` } satisfies Took);
    const ms: number[] = [];
    const start = performance.now();
    try {
      for (const group of groups) {
        const before = performance.now();
        for (let first = 0; first < group.length; first += atOnce) {
          await embedder.embed(group.slice(first, first + atOnce), side);
        }
        ms.push(performance.now() - before);
        if (performance.now() - start > mostMs) break;
      }
      return Response.json({ ms } satisfies Took);
    } catch (error) {
      return Response.json({ ms, failure: (error as Error).message } satisfies Took);
    }
  },
};
