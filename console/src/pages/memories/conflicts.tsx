// What contradicts each other: all sides beside each other, and who is right.

import { useState } from "preact/hooks";
import {
  Badge,
  Button,
  Confirm,
  type Deed,
  Empty,
  Failed,
  Pager,
  Skeleton,
  Stored,
  StoredBlock,
  When,
  Who,
} from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { type Author, useAuthors } from "../../session/authors.ts";
import { useAction, useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { type Conflict, percentOf } from "./data.ts";
import { look } from "./look.ts";

interface Props {
  readonly turn: number;
  readonly done: (deed: Deed) => void;
}

export function Conflicts({ turn, done }: Props) {
  const { memory } = useSession();
  const authors = useAuthors();
  const listed = useListed<Conflict>(
    async (cursor, signal) => {
      const read = await memory.conflicts({ cursor }, { signal });
      return { items: read.conflicts, next: read.next_cursor };
    },
    [memory, turn],
  );
  return (
    <div class="stack">
      <Failed error={listed.error} again={listed.again} />
      {listed.value === undefined && listed.loading && <Skeleton lines={6} />}
      {listed.value?.length === 0 && (
        <Empty title="Nothing contradicts">
          <p>
            Memories and facts that say different things of the same come here until somebody says who is
            right.
          </p>
        </Empty>
      )}
      {listed.value?.map((conflict, place) => (
        <One key={conflict.group} conflict={conflict} place={place + 1} authors={authors} done={done} />
      ))}
      <Pager of={listed} />
    </div>
  );
}

interface OneProps {
  readonly conflict: Conflict;
  readonly place: number;
  readonly authors: ReadonlyMap<string, Author>;
  readonly done: (deed: Deed) => void;
}

function One({ conflict: { group, kind, members }, place, authors, done }: OneProps) {
  const { memory, can } = useSession();
  const [winner, setWinner] = useState<Conflict["members"][number]>();
  const resolving = useAction(async (id: string) => {
    const { ended, event_id } = await memory.resolveConflict({ group, winner: id });
    setWinner(undefined);
    done({
      said: `Resolved: ${ended.length === 1 ? "the other has" : `${ended.length} others have`} ended.`,
      event: event_id,
    });
  });
  return (
    <section class="panel" aria-label={`Conflict ${place}`}>
      <header>
        <h2>Who is right?</h2>
        <Badge>{kind}</Badge>
      </header>
      <ul class="columns">
        {members.map((member, side) => (
          <li key={member.id} class="stack member">
            <StoredBlock label={`Conflict ${place}, side ${side + 1}`} text={member.text} />
            <p class="row fine">
              <span>{percentOf(member.confidence)} sure</span>
              <span>
                since <When at={member.valid_from ?? member.created_at} />
              </span>
              <span>
                by <Who id={member.author} among={authors} />
              </span>
            </p>
            <div class="row">
              {can("reviewer") && <Button onClick={() => setWinner(member)}>This one is right …</Button>}
              {kind === "memory" ? (
                <Button look="quiet" class="small" onClick={() => look(member.id)}>
                  Look closer
                </Button>
              ) : (
                <a href={href("knowledge", { fact: member.id })}>Look closer</a>
              )}
            </div>
          </li>
        ))}
      </ul>
      {winner && (
        <Confirm
          title="This one is right"
          act="Resolve it"
          busy={resolving.busy}
          close={() => setWinner(undefined)}
          confirm={() => resolving.run(winner.id)}
        >
          <StoredBlock label="What stays" text={winner.text} />
          <p>The others end now, superseded by it, and are kept for the time in which they held:</p>
          <ul class="going">
            {members
              .filter(({ id }) => id !== winner.id)
              .map(({ id, text }) => (
                <li key={id}>
                  <Stored text={text} most={200} />
                </li>
              ))}
          </ul>
          <Failed error={resolving.error} />
        </Confirm>
      )}
    </section>
  );
}
