// New routes between nodes that share words and belong to different files.

import type { ConnectReply, ConnectRequest } from "../../wire/upkeep.ts";
import { applyConnections, suggestConnections } from "../graph/maintenance/connect.ts";
import type { Operation } from "./memory.ts";
import { concludeStructure } from "./rehearse.ts";
import { textToolsOf } from "./text-tools.ts";

export const connect: Operation<ConnectRequest, ConnectReply> = {
  act(work, request) {
    const { draft, settings, call } = work;
    const { structure } = settings;
    const suggestions = suggestConnections(draft, structure, textToolsOf(structure), request.max);
    const added = applyConnections(draft, suggestions, structure);
    const dryRun = request.dry_run ?? false;
    concludeStructure(work, dryRun, { task: "connect", connected: added });
    return { suggestions, added, dry_run: dryRun, total_ms: call.elapsed() };
  },
};
