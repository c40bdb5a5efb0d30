// One memory: its text, what is known of it, its versions, and changing, ending or erasing it.

import { useState } from "preact/hooks";
import {
  Badge,
  Button,
  Confirm,
  type Deed,
  Dialog,
  Facts,
  Failed,
  Shown,
  Stored,
  StoredBlock,
  Tabs,
  When,
  Who,
} from "../../parts/index.ts";
import { go } from "../../routing.ts";
import { useAuthors } from "../../session/authors.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { holds, type Memory, percentOf } from "./data.ts";
import { Editing } from "./editing.tsx";
import { look } from "./look.ts";

interface Props {
  readonly id: string;
  readonly close: () => void;
  readonly done: (deed: Deed) => void;
}

export function MemoryDialog({ id, close, done }: Props) {
  const { memory, can } = useSession();
  const [asking, setAsking] = useState<"edit" | "end">();
  const one = useLoaded((signal) => memory.memory(id, { signal }), [memory, id]);
  const ending = useAction(async () => {
    const { event_id } = await memory.endMemory(id);
    close();
    done({ said: "The memory has ended. It is kept for the time in which it held.", event: event_id });
  });
  const isCurrent = one.value !== undefined && holds(one.value, Date.now());
  return (
    <Dialog
      title="Memory"
      close={close}
      foot={
        can("agent") &&
        one.value !== undefined &&
        asking !== "edit" && (
          <>
            {can("owner") && (
              <Button onClick={() => go("memories", { tab: "erase", by: "node_ids", named: id })}>
                Erase …
              </Button>
            )}
            {isCurrent && <Button onClick={() => setAsking("end")}>End …</Button>}
            {isCurrent && (
              <Button look="main" onClick={() => setAsking("edit")}>
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      <Shown of={one} lines={6}>
        {(shown) =>
          asking === "edit" ? (
            <Editing
              memory={shown}
              cancel={() => setAsking(undefined)}
              done={(deed) => {
                close();
                done(deed);
              }}
            />
          ) : (
            <Tabs
              label="Memory"
              tabs={[
                { title: "Text", body: () => <Told memory={shown} /> },
                { title: "Versions", body: () => <Versions id={id} /> },
              ]}
            />
          )
        }
      </Shown>
      {asking === "end" && (
        <Confirm
          title="End this memory"
          act="End it"
          busy={ending.busy}
          close={() => setAsking(undefined)}
          confirm={() => ending.run()}
        >
          <p>Questions are not shown it any more. It is kept, and found for the time in which it held.</p>
          <Failed error={ending.error} />
        </Confirm>
      )}
    </Dialog>
  );
}

function Told({ memory }: { readonly memory: Memory }) {
  const authors = useAuthors();
  const isHeld = holds(memory, Date.now());
  const { valid_from, valid_to, valid_until, supersedes_id, superseded_by } = memory;
  return (
    <div class="stack">
      <StoredBlock label="Text of the memory" text={memory.content} />
      <Facts
        of={[
          [
            "State",
            <span key="state" class="row">
              <Badge look={isHeld ? "good" : "plain"}>{isHeld ? "holds" : "ended"}</Badge>
              {memory.conflict_status === "active" && <Badge look="warning">disputed</Badge>}
            </span>,
          ],
          ["Type", `${memory.type}, ${memory.scope}`],
          ["Seen by", memory.visibility],
          ["Sure", percentOf(memory.confidence)],
          ["Project", memory.project === "" ? "—" : <Stored text={memory.project} />],
          ["Tags", memory.tags.length === 0 ? "—" : <Stored text={memory.tags.join(", ")} />],
          ["Known from", <Stored key="source" text={memory.source} />],
          ["Written by", <Who key="author" id={memory.author} among={authors} />],
          ["Stored", <When key="stored" at={memory.created_at} />],
          ["Holds since", valid_from === null ? "—" : <When at={valid_from} />],
          ...(valid_to === null ? [] : [["Ended", <When key="to" at={valid_to} />] as const]),
          ...(valid_until === null ? [] : [["Planned end", <When key="until" at={valid_until} />] as const]),
          ["Of use", `${memory.access_count} ×`],
          ["Heard again", `${memory.reinforced_count} ×`],
          ...(supersedes_id === null
            ? []
            : [["Took the place of", <Other key="before" id={supersedes_id} />] as const]),
          ...(superseded_by === null
            ? []
            : [["Its place took", <Other key="after" id={superseded_by} />] as const]),
        ]}
      />
    </div>
  );
}

function Other({ id }: { readonly id: string }) {
  return (
    <Button look="quiet" class="small" onClick={() => look(id)}>
      <Stored text={id} most={40} />
    </Button>
  );
}

function Versions({ id }: { readonly id: string }) {
  const { memory } = useSession();
  const authors = useAuthors();
  const history = useLoaded(
    async (signal) => (await memory.memoryHistory(id, { signal })).versions,
    [memory, id],
  );
  return (
    <Shown of={history} lines={4}>
      {(versions) => (
        <ol class="stack" aria-label="Versions, newest first">
          {versions.map((version, place) => (
            <li key={version.id} class="stack">
              <p class="row fine">
                <Badge look={version.is_current_version ? "good" : "plain"}>
                  {version.is_current_version ? "current" : "earlier"}
                </Badge>
                <When at={version.created_at} /> by <Who id={version.author} among={authors} />
                {version.id === id ? <strong>this one</strong> : <Other id={version.id} />}
              </p>
              <StoredBlock label={`Version ${versions.length - place}`} text={version.content} />
            </li>
          ))}
        </ol>
      )}
    </Shown>
  );
}
