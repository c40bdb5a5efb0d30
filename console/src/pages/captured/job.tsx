// One captured turn: its words while it waits, what came of it, and letting go of it.

import type { CaptureJob } from "../../../../wire/capture.ts";
import {
  Badge,
  Confirm,
  Dialog,
  Empty,
  Facts,
  Failed,
  Shown,
  Stored,
  StoredBlock,
  When,
} from "../../parts/index.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

const LOOKS = { pending: "plain", processing: "accent", done: "good", failed: "bad" } as const;

export function StateBadge({ state }: { readonly state: CaptureJob["state"] }) {
  return <Badge look={LOOKS[state]}>{state}</Badge>;
}

export function JobDialog({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { memory } = useSession();
  const reply = useLoaded((signal) => memory.captureJob(id, { signal }), [memory, id]);
  return (
    <Dialog title="Captured turn" close={close}>
      <Shown of={reply} lines={6}>
        {({ job }) => (
          <>
            <Facts
              of={[
                ["State", <StateBadge key="state" state={job.state} />],
                ["Sent", <When key="sent" at={job.created_at} />],
                ["Tries", String(job.attempts)],
                ["Next try", job.due_at === null ? "—" : <When key="due" at={job.due_at} />],
                ["Why it failed", job.error === null ? "—" : <Stored key="error" text={job.error} />],
                [
                  "Conversation",
                  job.session_id === null ? "—" : <Stored key="session" text={job.session_id} />,
                ],
              ]}
            />
            {job.turn && (
              <>
                <StoredBlock label="The user said" text={job.turn.user} />
                <StoredBlock label="The agent answered" text={job.turn.assistant} />
              </>
            )}
            <h3>What came of it</h3>
            {job.memories.length === 0 && <Empty title="Nothing yet" />}
            <ul class="came">
              {job.memories.map((one) => (
                <li key={`${one.id} ${one.content}`}>
                  <p>
                    <Stored text={one.content} />
                  </p>
                  <p class="row fine">
                    <Badge look={one.status === "skipped" ? "plain" : "good"}>{one.status}</Badge>
                    {one.type} {one.reason?.replaceAll("_", " ")}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </Dialog>
  );
}

interface DropProps {
  readonly job: CaptureJob;
  readonly close: () => void;
  readonly done: () => void;
}

export function Drop({ job, close, done }: DropProps) {
  const { memory } = useSession();
  const dropping = useAction(async () => {
    await memory.dropCapture(job.id);
    done();
  });
  const waits = job.state !== "done";
  return (
    <Confirm
      title="Delete this captured turn?"
      act="Delete"
      danger
      busy={dropping.busy}
      close={close}
      confirm={() => dropping.run()}
    >
      <p>
        {waits
          ? "Its words are gone, and nothing is made of them any more."
          : "What was stored of it stays; that it came of this turn is forgotten."}
      </p>
      <Failed error={dropping.error} />
    </Confirm>
  );
}
