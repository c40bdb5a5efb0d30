// Events: what changed since a revision, without content, page by page. A stream of events is made of these pages.

import type { ChangeEvent, EventsReply, EventsRequest } from "../../wire/devices.ts";
import type { ChangeEvent as StoredEvent } from "../store/ports.ts";
import type { Operation, Work } from "./memory.ts";

const PAGE = 100;

export const events: Operation<EventsRequest, EventsReply> = {
  act(work, { after = work.store.revision, limit = PAGE }) {
    const { store, call } = work;
    const { feed, revision } = store;
    // A revision that is still to come is one of a memory that was restored to an earlier state since.
    const reset = after < feed.floor || after > revision;
    // One event more than the page tells whether another page follows.
    const found = reset ? [] : feed.after(after, limit + 1);
    const more = found.length > limit;
    const page = found.slice(0, limit);
    return {
      events: page.map((event) => published(event, work)),
      reset,
      revision: more ? page[limit - 1].revision : revision,
      more,
      total_ms: call.elapsed(),
    };
  },
};

function published({ nodesLeftOut, ...event }: StoredEvent, { call, draft }: Work): ChangeEvent {
  const { author, role } = call;
  const nodes = event.nodes.filter((id) => !draft.hides(id));
  return {
    ...event,
    author: role === "owner" || event.author === author ? event.author : null,
    nodes,
    // What was shared and is gone may be among them: whoever keeps copies reads anew.
    nodes_left_out: nodesLeftOut + event.nodes.length - nodes.length,
  };
}
