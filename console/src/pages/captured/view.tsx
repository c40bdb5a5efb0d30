// Captured turns: what waits, what came of the others, what failed and why; putting back and letting go.

import { useState } from "preact/hooks";
import { CAPTURE_STATES, type CaptureJob } from "../../../../wire/capture.ts";
import {
  Button,
  Choice,
  Empty,
  Failed,
  Notice,
  Pager,
  Shown,
  Stored,
  Table,
  useToast,
  When,
  Who,
} from "../../parts/index.ts";
import { useAuthors } from "../../session/authors.ts";
import { useAction, useListed, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Drop, JobDialog, StateBadge } from "./job.tsx";
import "./captured.css";

const PAGE = 50;
type State = (typeof CAPTURE_STATES)[number] | "";

export default function Captured() {
  const { memory } = useSession();
  const [state, setState] = useState<State>("");
  const [looked, setLooked] = useState<string>();
  const [dropped, setDropped] = useState<CaptureJob>();
  const authors = useAuthors();
  const say = useToast();
  const health = useLoaded((signal) => memory.health({ signal }), [memory]);
  const jobs = useListed(
    async (cursor, signal) => {
      const page = await memory.captureJobs({ state: state || undefined, limit: PAGE, cursor }, { signal });
      return { items: page.jobs, next: page.next_cursor };
    },
    [memory, state],
  );
  const again = (): void => {
    jobs.again();
    health.again();
  };
  const retrying = useAction(async (id: string | null) => {
    if (id === null) {
      const { retried } = await memory.retryCaptures();
      say(`${retried} ${retried === 1 ? "turn waits" : "turns wait"} again.`);
    } else {
      await memory.retryCapture(id);
      say("It waits to be read again.");
    }
    again();
  });
  const failed = health.value?.captures.failed ?? 0;
  return (
    <>
      {failed > 0 && (
        <Notice
          kind="warning"
          title={`${failed} ${failed === 1 ? "turn" : "turns"} could not be read`}
          actions={
            <Button busy={retrying.busy} onClick={() => retrying.run(null)}>
              Have all read again
            </Button>
          }
        >
          They are kept, and not tried again by themselves.
        </Notice>
      )}
      <div class="row end filters">
        <Choice
          label="Shown"
          value={state}
          options={[["", "All"], ...CAPTURE_STATES.map((one) => [one, one] as const)]}
          onChange={(event) => setState(event.currentTarget.value as State)}
        />
        <Button busy={jobs.loading} onClick={again}>
          Look again
        </Button>
      </div>
      <Failed error={retrying.error} />
      <Shown of={jobs} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No captured turn is here">
              <p>
                Hooks and agents send turns; what should last of them becomes memory. By hand:{" "}
                <code>edgebrain capture</code>.
              </p>
            </Empty>
          ) : (
            <Table
              caption="Captured turns, newest first"
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                { title: "When", cell: ({ created_at }) => <When at={created_at} /> },
                { title: "Who", cell: ({ author }) => <Who id={author} among={authors} /> },
                { title: "State", cell: (job) => <StateBadge state={job.state} /> },
                {
                  title: "Project",
                  cell: ({ project }) => (project === null ? "—" : <Stored text={project} most={40} />),
                },
                { title: "What came of it", cell: (job) => <CameOf job={job} /> },
                {
                  title: "Actions",
                  cell: (job) => (
                    <span class="row">
                      <Button look="quiet" class="small" onClick={() => setLooked(job.id)}>
                        Look closer
                      </Button>
                      {job.state === "failed" && (
                        <Button look="quiet" class="small" onClick={() => retrying.run(job.id)}>
                          Have it read again
                        </Button>
                      )}
                      <Button look="quiet" class="small" onClick={() => setDropped(job)}>
                        Delete
                      </Button>
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Shown>
      <Pager of={jobs} />
      {looked !== undefined && <JobDialog id={looked} close={() => setLooked(undefined)} />}
      {dropped && (
        <Drop
          job={dropped}
          close={() => setDropped(undefined)}
          done={() => {
            setDropped(undefined);
            say("The turn is let go.");
            again();
          }}
        />
      )}
    </>
  );
}

function CameOf({ job: { state, error, memories } }: { readonly job: CaptureJob }) {
  if (error !== null) return <Stored text={error} most={120} />;
  if (state !== "done") return <>it waits</>;
  const kept = memories.filter(({ status }) => status !== "skipped");
  if (kept.length === 0) return <>nothing that should last</>;
  return (
    <>
      <Stored text={kept[0].content} most={90} />
      {kept.length > 1 && <span class="fine"> and {kept.length - 1} more</span>}
    </>
  );
}
