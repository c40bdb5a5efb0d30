// Saying how an answer was: useful, misleading, or what is right instead. Each is kept as one learning event, and can be taken
// back.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Area, Button, Failed, Icon, Notice, Panel } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import type { Answer } from "./data.ts";

interface Props {
  readonly answer: Answer;
  /** Called after the memory has learned, with the event that an undo names; asks again. */
  readonly taught: (said: string, event: string) => Promise<void>;
}

const THUMB =
  "M7 11l4-8c1.5 0 2.5 1 2.5 2.5V9H19a1.5 1.5 0 0 1 1.5 1.8l-1.4 7.2a2 2 0 0 1-2 1.5H7zM3.5 11H7v8.5H3.5z";

export function Teaching({ answer: { reply }, taught }: Props) {
  const { memory } = useSession();
  const [right, setRight] = useState("");
  const [empty, setEmpty] = useState(false);
  const [waits, setWaits] = useState(false);
  const { query_id } = reply;
  const judge = useAction(async (outcome: number) => {
    const { event_id, edges_updated } = await memory.learn({ query_id, outcome });
    const moved = edges_updated === 1 ? "1 route" : `${edges_updated} routes`;
    await taught(`Learned: ${moved} moved.`, event_id);
  });
  const correct = useAction(async (content: string) => {
    const { proposal, corrected_ids, event_id } = await memory.correction({ query_id, content });
    if (proposal) return setWaits(true);
    const texts = corrected_ids.length === 1 ? "1 text" : `${corrected_ids.length} texts`;
    await taught(`Corrected: it keeps ${texts} out from now on.`, event_id);
  });
  const busy = judge.busy || correct.busy;
  const hasFired = reply.fired.length > 0;
  return (
    <Panel title="Teach">
      {hasFired && (
        <div class="row">
          <span>Was this answer useful?</span>
          <Button busy={judge.busy} disabled={busy} onClick={() => judge.run(1)}>
            <Icon path={THUMB} /> Useful
          </Button>
          <Button busy={judge.busy} disabled={busy} onClick={() => judge.run(-1)}>
            <span class="upside-down">
              <Icon path={THUMB} />
            </span>{" "}
            Misleading
          </Button>
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
      <Failed error={judge.error ?? correct.error} />
    </Panel>
  );
}
