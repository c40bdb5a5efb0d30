// One fact: what it says, since when, which memories say so, what took its place; and ending it.

import { useState } from "preact/hooks";
import {
  Badge,
  Button,
  Confirm,
  type Deed,
  Dialog,
  Facts,
  Failed,
  Notice,
  Shown,
  Stored,
  StoredBlock,
  When,
  Who,
} from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { useAuthors } from "../../session/authors.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { type Fact, saidOf } from "./data.ts";
import { EntityLink, FactTime } from "./fact-table.tsx";
import { openFact } from "./opening.ts";

interface Props {
  readonly id: string;
  readonly close: () => void;
  readonly done: (deed: Deed) => void;
}

export function FactDialog({ id, close, done }: Props) {
  const { memory, can } = useSession();
  const authors = useAuthors();
  const [asking, setAsking] = useState(false);
  const fact = useLoaded((signal) => memory.fact(id, { signal }), [memory, id]);
  const ending = useAction(async () => {
    const { event_id } = await memory.endFact(id);
    done({ said: "The fact has ended. It is kept for the time in which it held.", event: event_id });
  });
  return (
    <Dialog
      title="Fact"
      close={close}
      foot={can("agent") && fact.value?.is_current && <Button onClick={() => setAsking(true)}>End …</Button>}
    >
      <Shown of={fact} lines={6}>
        {(shown) => (
          <>
            <StoredBlock label="The fact" text={shown.text} />
            {shown.conflict_status === "active" && (
              <Notice kind="warning" title="Another fact says otherwise">
                <a href={href("memories", { tab: "conflicts" })}>Say who is right</a>
              </Notice>
            )}
            <Facts
              of={[
                ["Whom or what", <EntityLink key="subject" entity={shown.subject} />],
                ["Relation", <Stored key="relation" text={saidOf(shown.relation_said ?? shown.relation)} />],
                ["To", <EntityLink key="object" entity={shown.object} />],
                ["Holds", <FactTime key="time" fact={shown} />],
                ["Sure", `${Math.round(shown.confidence * 100)} %`],
                ["Project", shown.project === "" ? "—" : <Stored text={shown.project} />],
                ["Known", <When key="known" at={shown.created_at} />],
                ["Said by", <Who key="by" id={shown.author} among={authors} />],
                ["Holds as long as", shown.said ? "somebody ends it" : "a memory says it"],
              ]}
            />
            <Memories ids={shown.memory_ids} />
            {shown.history.length > 1 && <History of={shown.history} current={id} />}
          </>
        )}
      </Shown>
      {asking && (
        <Confirm
          title="End this fact"
          act="End it"
          busy={ending.busy}
          close={() => setAsking(false)}
          confirm={() => ending.run()}
        >
          <p>Questions are not shown it any more. It is kept, and found for the time in which it held.</p>
          <Failed error={ending.error} />
        </Confirm>
      )}
    </Dialog>
  );
}

function Memories({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <section>
      <h3>Memories that say it</h3>
      <ul class="lines">
        {ids.map((id) => (
          <li key={id}>
            <a href={href("memories", { memory: id })}>
              <Stored text={id} most={80} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ of, current }: { readonly of: readonly Fact[]; readonly current: string }) {
  return (
    <section>
      <h3>What took one another's place</h3>
      <ol class="lines" aria-label="Newest first">
        {of.map((fact) => (
          <li key={fact.id} class="row">
            {fact.id === current ? (
              <strong>
                <Stored text={fact.text} most={160} />
              </strong>
            ) : (
              <Button look="quiet" class="small" onClick={() => openFact(fact.id)}>
                <Stored text={fact.text} most={160} />
              </Button>
            )}
            {fact.is_current && <Badge look="good">holds</Badge>}
            <FactTime fact={fact} />
          </li>
        ))}
      </ol>
    </section>
  );
}
