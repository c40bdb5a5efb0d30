// What was learned, newest first.

import { useState } from "preact/hooks";
import { Badge, Button, Choice, Empty, Pager, Shown, Table, When, Who } from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { useAuthors } from "../../session/authors.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { countOf, entriesOf, eventsOf, type LearningEvent, SHOWN, type ShownKind, signed } from "./data.ts";
import { EventDialog } from "./event-dialog.tsx";

export function Events() {
  const { memory, me, can } = useSession();
  const [kind, setKind] = useState<ShownKind>("all");
  const [looked, setLooked] = useState<LearningEvent>();
  const authors = useAuthors();
  const entries = useListed((cursor, signal) => entriesOf(memory, kind, cursor, signal), [memory, kind]);
  const mayUndo = ({ author, canBeUndone }: LearningEvent) =>
    canBeUndone && (can("owner") || (can("agent") && author === me.id));
  return (
    <div class="stack">
      <div class="row end filters">
        <Choice
          label="Shown"
          value={kind}
          options={SHOWN}
          onChange={(event) => setKind(event.currentTarget.value as ShownKind)}
        />
      </div>
      <Shown of={entries} lines={6}>
        {(all) =>
          all.length === 0 && !entries.hasMore ? (
            <Empty title="Nothing of that kind yet">
              <p>
                <a href={href("ask")}>Ask something</a> and say whether it was useful.
              </p>
            </Empty>
          ) : (
            <Table
              caption="Learning events, newest first"
              rows={eventsOf(all)}
              keyOf={({ key }) => key}
              columns={[
                { title: "When", cell: ({ at }) => <When at={at} /> },
                { title: "Who", cell: ({ author }) => <Who id={author} among={authors} /> },
                {
                  title: "What",
                  cell: (event) => (
                    <span class="row">
                      <span>{event.said}</span>
                      {event.isUndone && <Badge>taken back</Badge>}
                    </span>
                  ),
                },
                { title: "Moved", cell: (event) => <Moved event={event} /> },
                {
                  title: "Actions",
                  cell: (event) =>
                    event.id !== null && (
                      <Button look="quiet" class="small" onClick={() => setLooked(event)}>
                        Look closer
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
      <Pager of={entries} />
      {looked && (
        <EventDialog
          event={looked}
          authors={authors}
          mayUndo={mayUndo(looked)}
          close={() => setLooked(undefined)}
          done={() => {
            setLooked(undefined);
            entries.again();
          }}
        />
      )}
    </div>
  );
}

function Moved({ event: { moves, untold, taught, keptOut } }: { readonly event: LearningEvent }) {
  const told = [
    moves.length + untold > 0 && countOf(moves.length + untold, "route"),
    taught.length > 0 && countOf(taught.length, "text"),
    keptOut.length > 0 && `${keptOut.length} kept out`,
  ].filter(Boolean);
  if (told.length === 0) return <>—</>;
  return (
    <span class="row">
      {told.join(", ")}
      {moves.length > 0 && <span class={moves[0].by < 0 ? "down" : "up"}>{signed(moves[0].by)} at most</span>}
    </span>
  );
}
