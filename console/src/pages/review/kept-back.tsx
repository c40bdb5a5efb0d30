// What the screen keeps back in one agent: stored, and shown to no question until somebody lets it go; or erased.

import { useState } from "preact/hooks";
import type { ReplyOf } from "../../../../wire/endpoints.ts";
import {
  Badge,
  Button,
  Choice,
  Confirm,
  Empty,
  Failed,
  Pager,
  Skeleton,
  Stored,
  StoredBlock,
  useToast,
  When,
  Who,
} from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { type Author, useAuthors } from "../../session/authors.ts";
import { useAction, useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { reasonOf } from "./data.ts";

type Kept = ReplyOf<"quarantine">["quarantined"][number];

const VERDICTS = { quarantine: "suspicious", reject: "an attack", expired: "too old" } as const;

export function KeptBack() {
  const { agents, agent: chosen, memoryOf } = useSession();
  const asked = usePlace().parameters.get("agent");
  const agent = agents.find((one) => one === asked) ?? chosen ?? "";
  const authors = useAuthors();
  const [count, setCount] = useState<number>();
  const listed = useListed<Kept>(
    async (cursor, signal) => {
      const read = await memoryOf(agent).quarantine({ cursor }, { signal });
      setCount(read.count);
      return { items: read.quarantined, next: read.next_cursor };
    },
    [agent],
  );
  if (agent === "") return <Empty title="There is no agent yet" />;
  return (
    <div class="stack">
      <div class="filters">
        <Choice
          label="In agent"
          value={agent}
          options={agents.map((name) => [name, name] as const)}
          onChange={(event) => alter({ agent: event.currentTarget.value })}
        />
        <Button busy={listed.loading} onClick={listed.again}>
          Read again
        </Button>
      </div>
      <Failed error={listed.error} again={listed.again} />
      {listed.value === undefined && listed.loading && <Skeleton lines={6} />}
      {listed.value?.length === 0 && (
        <Empty title={`Nothing is kept back in ${agent}`}>
          <p>Texts that give orders to whoever reads them come here before any question is shown them.</p>
        </Empty>
      )}
      {listed.value !== undefined && listed.value.length > 0 && (
        <>
          <p class="fine">{count} kept back, oldest first. No question is shown any of it.</p>
          <ul class="stack" aria-label="Kept back">
            {listed.value.map((kept, place) => (
              <li key={kept.id}>
                <One kept={kept} place={place + 1} authors={authors} agent={agent} done={listed.again} />
              </li>
            ))}
          </ul>
          <Pager of={listed} />
        </>
      )}
    </div>
  );
}

function One({
  kept,
  place,
  authors,
  agent,
  done,
}: {
  readonly kept: Kept;
  /** In the list, from 1. */
  readonly place: number;
  readonly authors: ReadonlyMap<string, Author>;
  readonly agent: string;
  readonly done: () => void;
}) {
  const { memoryOf } = useSession();
  const { id, kind, text, file, author, at, verdict, reasons, parts } = kept;
  const [asking, setAsking] = useState<"release" | "discard">();
  const say = useToast();
  const releasing = useAction(async () => {
    const { released } = await memoryOf(agent).release(id);
    say(released.length === 1 ? "Let go." : `Let go: ${released.length} texts.`);
    done();
  });
  const discarding = useAction(async () => {
    await memoryOf(agent).discard(id);
    say("Discarded: it is erased.");
    done();
  });
  const close = (): void => setAsking(undefined);
  const together = parts.length > 0 && ` ${parts.length} steps go with it.`;
  return (
    <article class="panel" aria-label={`Kept back ${place}`}>
      <header>
        <span class="row">
          <Badge look={verdict === "reject" ? "bad" : "warning"}>{VERDICTS[verdict]}</Badge>
          <span class="fine">
            {kind} {file !== null && <Stored text={file} />} by <Who id={author} among={authors} />{" "}
            <When at={at} />
          </span>
        </span>
      </header>
      <StoredBlock label={`Text ${place}`} text={text} />
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reasonOf(reason)}</li>
        ))}
      </ul>
      <div class="row">
        <Button onClick={() => setAsking("release")}>Let go …</Button>
        <Button onClick={() => setAsking("discard")}>Discard …</Button>
      </div>
      {asking === "release" && (
        <Confirm
          title="Let it go"
          act="Let it go"
          busy={releasing.busy}
          close={close}
          confirm={() => releasing.run()}
        >
          <p>It is linked as any other text, and questions are shown it from now on.{together}</p>
          <StoredBlock label="What is let go" text={text} />
          <Failed error={releasing.error} />
        </Confirm>
      )}
      {asking === "discard" && (
        <Confirm
          title="Discard it"
          act="Erase it"
          danger
          busy={discarding.busy}
          close={close}
          confirm={() => discarding.run()}
        >
          <p>
            It is erased for good and can't be brought back; the same words are refused from now on.{together}
          </p>
          <StoredBlock label="What is erased" text={text} />
          <Failed error={discarding.error} />
        </Confirm>
      )}
    </article>
  );
}
