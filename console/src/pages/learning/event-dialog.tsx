// One event: who, when, which routes moved and by how much; taking it back, after it was said what that does.

import { useState } from "preact/hooks";
import {
  Badge,
  Button,
  Dialog,
  Empty,
  Facts,
  Failed,
  Shown,
  Stored,
  Table,
  useToast,
  When,
  Who,
} from "../../parts/index.ts";
import type { Author } from "../../session/authors.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { countOf, type LearningEvent, signed } from "./data.ts";
import { Preview } from "./preview.tsx";

interface Props {
  readonly event: LearningEvent;
  readonly authors: ReadonlyMap<string, Author>;
  readonly mayUndo: boolean;
  readonly close: () => void;
  readonly done: () => void;
}

const MOVES_SHOWN = 50;

export function EventDialog({ event, authors, mayUndo, close, done }: Props) {
  const { memory } = useSession();
  const [isAsking, setAsking] = useState(false);
  const say = useToast();
  const undoing = useAction(async () => {
    if (event.id === null) return;
    const { events } = await memory.undo({ event_id: event.id });
    say(`Taken back: ${countOf(events, "event")}.`);
    done();
  });
  return (
    <Dialog
      title={event.said}
      close={close}
      foot={
        mayUndo && (
          <>
            <Button onClick={close}>Close</Button>
            {isAsking ? (
              <Button look="danger" busy={undoing.busy} onClick={() => undoing.run()}>
                Take it back
              </Button>
            ) : (
              <Button onClick={() => setAsking(true)}>Take it back …</Button>
            )}
          </>
        )
      }
    >
      {isAsking && event.id !== null ? (
        <Asked id={event.id} />
      ) : (
        <>
          <Facts
            of={[
              ["By", <Who key="who" id={event.author} among={authors} />],
              ["When", <When key="when" at={event.at} />],
              ["State", event.isUndone ? <Badge key="state">taken back</Badge> : "counts"],
              ["Source", event.source === null ? "—" : <Stored key="source" text={event.source} />],
              [
                "Taught",
                event.taught.length === 0 ? "—" : <Stored key="taught" text={event.taught.join(", ")} />,
              ],
              [
                "Keeps out",
                event.keptOut.length === 0 ? (
                  "—"
                ) : (
                  <Stored key="out" text={event.keptOut.join(", ")} most={400} />
                ),
              ],
            ]}
          />
          <Moves event={event} />
        </>
      )}
      <Failed error={undoing.error} />
    </Dialog>
  );
}

function Asked({ id }: { readonly id: string }) {
  const { memory } = useSession();
  const preview = useLoaded(
    (signal) => memory.undo({ event_id: id, dry_run: true }, { signal }),
    [memory, id],
  );
  return (
    <>
      <p>
        This is what taking it back would do. An undo can't be undone: what it removes is taught again like
        anything else.
      </p>
      <Shown of={preview}>{(reply) => <Preview of={reply} />}</Shown>
    </>
  );
}

function Moves({ event: { moves, untold } }: { readonly event: LearningEvent }) {
  if (moves.length === 0) return <Empty title="It moved no route between texts" />;
  return (
    <>
      <Table
        caption="Routes that moved, the largest first"
        rows={moves.slice(0, MOVES_SHOWN)}
        keyOf={({ from, to }) => `${from} ${to}`}
        columns={[
          { title: "From", cell: ({ from }) => <Stored text={from} most={60} /> },
          {
            title: "To",
            cell: ({ to }) => (to === null ? "stopping there" : <Stored text={to} most={60} />),
          },
          {
            title: "Moved",
            number: true,
            cell: ({ by }) => <span class={by < 0 ? "down" : "up"}>{signed(by)}</span>,
          },
        ]}
      />
      {moves.length + untold > MOVES_SHOWN && (
        <p class="fine">and {countOf(moves.length + untold - MOVES_SHOWN, "smaller move")}</p>
      )}
    </>
  );
}
