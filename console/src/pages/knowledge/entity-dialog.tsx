// One entity: its names, its facts, and the memories that mention it, now or at an earlier moment.

import { useState } from "preact/hooks";
import { momentIn } from "../../moments.ts";
import { Badge, Button, Dialog, Empty, Field, Shown, Stored, Tabs } from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { FactTable } from "./fact-table.tsx";

interface Props {
  readonly id: string;
  readonly turn: number;
  readonly close: () => void;
  /** Says a fact about it. */
  readonly say: (subject: string) => void;
}

const TEXT_SHOWN = 300;

export function EntityDialog({ id, turn, close, say }: Props) {
  const { memory, can } = useSession();
  const [asOf, setAsOf] = useState("");
  const entity = useLoaded(
    (signal) => memory.knownEntity({ id, as_of: momentIn(asOf) }, { signal }),
    [memory, id, turn, asOf],
  );
  const known = entity.value;
  return (
    <Dialog
      title={known ? <Stored text={known.name} /> : "Entity"}
      close={close}
      foot={can("agent") && known && <Button onClick={() => say(known.name)}>Say a fact about it …</Button>}
    >
      <Field
        label="As of"
        type="datetime-local"
        value={asOf}
        onChange={(event) => setAsOf(event.currentTarget.value)}
      />
      <Shown of={entity} lines={6}>
        {({ type, aliases, summary, known_facts, mentioned_by }) => (
          <>
            <div class="row">
              <Badge look="accent">{type}</Badge>
              {aliases.length > 0 && (
                <span class="fine">
                  also <Stored text={aliases.join(", ")} />
                </span>
              )}
            </div>
            {summary !== "" && (
              <p>
                <Stored text={summary} />
              </p>
            )}
            <Tabs
              label="Entity"
              tabs={[
                {
                  title: `Facts (${known_facts.length})`,
                  body: () =>
                    known_facts.length === 0 ? (
                      <Empty title="No fact is about it" />
                    ) : (
                      <FactTable caption="Its facts" facts={known_facts} />
                    ),
                },
                {
                  title: `Memories (${mentioned_by.length})`,
                  body: () =>
                    mentioned_by.length === 0 ? (
                      <Empty title="No memory mentions it" />
                    ) : (
                      <ul class="lines" aria-label="Memories that mention it">
                        {mentioned_by.map((one) => (
                          <li key={one.id}>
                            <a href={href("memories", { memory: one.id })}>
                              <Stored text={one.content} most={TEXT_SHOWN} />
                            </a>
                          </li>
                        ))}
                      </ul>
                    ),
                },
              ]}
            />
          </>
        )}
      </Shown>
    </Dialog>
  );
}
