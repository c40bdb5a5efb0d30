// Saying how an answer was: useful, misleading, or what is right instead. Each is kept as one learning event, and can be taken
// back.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Area, Button, Failed, Notice, Panel, useToast } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import type { Answer } from "./data.ts";

interface Props {
  readonly answer: Answer;
  /** Called after the memory has learned; asks again. */
  readonly taught: (said: string) => Promise<void>;
}

export function Teaching({ answer: { reply }, taught }: Props) {
  const { memory } = useSession();
  const [right, setRight] = useState("");
  const [empty, setEmpty] = useState(false);
  const [waits, setWaits] = useState(false);
  const [event, setEvent] = useState<string>();
  const say = useToast();
  const { query_id } = reply;
  const judge = useAction(async (outcome: number) => {
    const { event_id, edges_updated } = await memory.learn({ query_id, outcome });
    setEvent(event_id);
    await taught(`Learned: ${edges_updated} ${edges_updated === 1 ? "route" : "routes"} moved.`);
  });
  const correct = useAction(async (content: string) => {
    const { proposal, corrected_ids, event_id } = await memory.correction({ query_id, content });
    if (proposal) return setWaits(true);
    setEvent(event_id);
    const count = corrected_ids.length;
    await taught(`Corrected: it keeps ${count} ${count === 1 ? "text" : "texts"} out from now on.`);
  });
  const takeBack = useAction(async () => {
    if (event === undefined) return;
    await memory.undo({ event_id: event });
    say("Taken back.");
    setEvent(undefined);
  });
  const busy = judge.busy || correct.busy;
  const hasFired = reply.fired.length > 0;
  return (
    <Panel title="Teach">
      {hasFired && (
        <div class="row">
          <span>Was this answer useful?</span>
          <Button busy={judge.busy} disabled={busy} onClick={() => judge.run(1)}>
            <span aria-hidden="true">👍</span> Useful
          </Button>
          <Button busy={judge.busy} disabled={busy} onClick={() => judge.run(-1)}>
            <span aria-hidden="true">👎</span> Misleading
          </Button>
          {event !== undefined && (
            <Button look="quiet" busy={takeBack.busy} onClick={() => takeBack.run()}>
              Take it back
            </Button>
          )}
        </div>
      )}
      <form
        class="stack"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          const content = right.trim();
          setEmpty(content === "");
          if (content !== "") correct.run(content);
        }}
      >
        <Area
          label="What is right?"
          hint="It is kept as a correction: it outranks what it corrects from the next question on."
          wrong={empty ? "Write what is right first." : undefined}
          rows={2}
          maxLength={LIMITS.text}
          value={right}
          onInput={(input) => setRight(input.currentTarget.value)}
        />
        <div class="row">
          <Button type="submit" busy={correct.busy} disabled={busy}>
            Correct and ask again
          </Button>
        </div>
      </form>
      {waits && (
        <Notice kind="good" title="It waits for a reviewer">
          This agent's policy asks for review: the correction counts as soon as somebody approves it.
        </Notice>
      )}
      <Failed error={judge.error ?? correct.error ?? takeBack.error} />
    </Panel>
  );
}
