// The endpoints whose bodies are lines: an export goes out as a stream, one page of the object after the other as
// fast as it is read, and a part of an import comes in as it was exported, like one of a session log.

import type { Context, Hono } from "hono";
import { ENDPOINTS } from "../../wire/endpoints.ts";
import { Refusal } from "../../wire/errors.ts";
import { type ExportPage, type ExportRequest, NDJSON } from "../../wire/moving.ts";
import type { Auth } from "../auth.ts";
import { readLines } from "../body.ts";
import type { Environment } from "../environment.ts";
import { parsed } from "../parsed.ts";
import { refuse } from "../reply.ts";
import { inputOf, pathParametersOf, routeOf } from "../request.ts";
import { AGENT_PATH, brainOf, visitAgent } from "./agents.ts";

/** To be mounted before the endpoints of the table. */
export function mountMoving(app: Hono<Environment>, auth: Auth): void {
  app.get(routeOf(AGENT_PATH + ENDPOINTS.export.path), (c) => exported(c, auth));
  for (const name of ["importPart", "replayPart"] as const)
    app.post(routeOf(AGENT_PATH + ENDPOINTS[name].path), (c) => takePart(c, auth, name));
}

async function exported(c: Context<Environment>, auth: Auth): Promise<Response> {
  const { agent, caller } = await visitAgent(c, auth, ENDPOINTS.export);
  const request: ExportRequest = parsed(ENDPOINTS.export.request, await inputOf(c, ENDPOINTS.export.request));
  const brain = brainOf(c, agent);
  const pageAfter = async (cursor: string | undefined) => {
    const result = await brain.perform("export", { ...request, cursor }, caller);
    if (!result.ok) throw new Refusal(result.error.code, result.error.message, result.error.details);
    return result.value as ExportPage;
  };
  // What refuses the export is answered; what fails later breaks the stream off, and its reader goes on from a cursor.
  const first = await pageAfter(request.cursor);
  const isState = request.format === "state";
  return c.body(streamOf(first, pageAfter), 200, {
    "Content-Type": isState ? "application/json" : NDJSON,
    "Content-Disposition": `attachment; filename="${isState ? "state.json" : "export.ndjson"}"`,
    "Cache-Control": "no-store, no-transform",
  });
}

function streamOf(
  first: ExportPage,
  pageAfter: (cursor: string) => Promise<ExportPage>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page = first;
  let isSent = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (isSent) page = await pageAfter(page.cursor as string);
        } catch {
          // The status has left: breaking off is all that can be said, and asking with the last cursor says why.
          controller.error(new Error("the export broke off"));
          return;
        }
        isSent = true;
        controller.enqueue(encoder.encode(page.text));
        if (page.cursor === null) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function takePart(
  c: Context<Environment>,
  auth: Auth,
  name: "importPart" | "replayPart",
): Promise<Response> {
  const { agent, caller } = await visitAgent(c, auth, ENDPOINTS[name]);
  const lines = await readLines(c.req.raw);
  const request = parsed(ENDPOINTS[name].request, { ...pathParametersOf(c), lines });
  const result = await brainOf(c, agent).perform(name, request, caller);
  return result.ok ? c.json(result.value as object) : refuse(c, result.error);
}
