// Maintenance: the last run, the next one, and running it, tried first as a dry run.

import { useEffect, useState } from "preact/hooks";
import { ClientError } from "../../../../client/client-error.ts";
import { type MaintainReply, TASKS } from "../../../../wire/upkeep.ts";
import {
  Badge,
  Button,
  Check,
  Confirm,
  Facts,
  Failed,
  Notice,
  Panel,
  Shown,
  useToast,
  When,
} from "../../parts/index.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

type Task = (typeof TASKS)[number];

const USUAL: readonly Task[] = ["health", "decay", "merge", "prune"];
const LOOK_AGAIN_MS = 2_000;
const DOES: Readonly<Record<Task, string>> = {
  health: "measures how the graph is",
  decay: "lets weights fade that nobody used",
  scale: "keeps the weights of a text within bounds",
  split: "makes several texts of one that grew too long",
  merge: "makes one text of those that always fire together",
  prune: "removes routes that are dead",
  connect: "connects texts of different files",
};

export function Maintenance() {
  const { memory, can } = useSession();
  const health = useLoaded((signal) => memory.health({ signal }), [memory]);
  const isRunning = health.value?.maintenance.running != null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(health.again, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <div class="columns">
      <Panel title="How it stands">
        <Shown of={health} lines={5}>
          {({ maintenance: { last_run: last, running, next_due } }) => (
            <>
              {running && (
                <Notice title="A run is under way">
                  Step {running.steps_done + 1}: {running.task ?? "its end"}, slice {running.slices}.
                  Questions are answered meanwhile.
                </Notice>
              )}
              <Facts
                of={[
                  ["Last run", last ? <When key="at" at={last.at} /> : "never"],
                  ["State", last ? <Badge key="state">{last.state.replaceAll("_", " ")}</Badge> : "—"],
                  ["Steps", last?.tasks.join(", ") ?? "—"],
                  [
                    "Routes",
                    last?.edges_before == null
                      ? "—"
                      : `${last.edges_before} before, ${last.edges_after ?? "?"} after`,
                  ],
                  [
                    "Merged, pruned",
                    last
                      ? `${last.merges_applied ?? 0} texts merged, ${last.pruned_edges ?? 0} routes pruned`
                      : "—",
                  ],
                  [
                    "By itself again",
                    next_due === null ? "once more was written" : <When key="due" at={next_due} />,
                  ],
                ]}
              />
            </>
          )}
        </Shown>
      </Panel>
      {can("owner") && <Run done={health.again} />}
    </div>
  );
}

function Run({ done }: { readonly done: () => void }) {
  const { memory } = useSession();
  const [tasks, setTasks] = useState<readonly Task[]>(USUAL);
  const [report, setReport] = useState<MaintainReply>();
  const [isAsking, setAsking] = useState(false);
  const [goesOn, setGoesOn] = useState(false);
  const say = useToast();
  const running = useAction(async (isDry: boolean) => {
    setReport(undefined);
    setGoesOn(false);
    try {
      setReport(await memory.maintain({ tasks: [...tasks], dry_run: isDry }));
      if (!isDry) say("Maintenance has run.");
    } catch (error) {
      // A run that has begun comes to its end without anybody waiting for it.
      if (!(error instanceof ClientError) || error.kind !== "timeout") throw error;
      setGoesOn(true);
    } finally {
      setAsking(false);
      done();
    }
  });
  return (
    <Panel title="Run it now">
      <fieldset class="tasks">
        <legend>Steps</legend>
        {TASKS.map((task) => (
          <Check
            key={task}
            label={task.charAt(0).toUpperCase() + task.slice(1)}
            hint={DOES[task]}
            checked={tasks.includes(task)}
            onChange={(event) =>
              setTasks(
                event.currentTarget.checked ? [...tasks, task] : tasks.filter((other) => other !== task),
              )
            }
          />
        ))}
      </fieldset>
      <div class="row">
        <Button busy={running.busy} disabled={tasks.length === 0} onClick={() => running.run(true)}>
          Dry run
        </Button>
        <Button disabled={tasks.length === 0 || running.busy} onClick={() => setAsking(true)}>
          Run …
        </Button>
      </div>
      <Failed error={running.error} />
      {goesOn && (
        <Notice title="It takes longer">The run goes on by itself; how it stands is shown beside.</Notice>
      )}
      {report && <Report of={report} />}
      {isAsking && (
        <Confirm
          title="Run maintenance?"
          act="Run maintenance"
          busy={running.busy}
          close={() => setAsking(false)}
          confirm={() => running.run(false)}
        >
          <p>
            {tasks.join(", ")}: weights, routes and, by merging and splitting, texts change. It runs in
            slices, and questions are answered meanwhile. The run is an event, and can be taken back for 30
            days.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}

function Report({ of }: { readonly of: MaintainReply }) {
  return (
    <Notice
      kind="good"
      title={of.dry_run ? "A dry run: nothing has changed" : "Done: it can be taken back under “Events”"}
    >
      <Facts
        of={[
          ["Routes", `${of.edges_before} before, ${of.edges_after} after`],
          ["Pruned", `${of.pruned_edges} routes, ${of.pruned_nodes} texts`],
          ["Merged", `${of.merges_applied} of ${of.merges_proposed} pairs`],
          ["Weights", of.decay_applied ? "faded" : "did not fade"],
          [
            "Texts without routes",
            `${of.health_before.orphan_nodes} before, ${of.health_after.orphan_nodes} after`,
          ],
        ]}
      />
      {of.notes.filter(isNews).map((note) => (
        <p key={note} class="fine">
          {note}
        </p>
      ))}
    </Notice>
  );
}

/** Not what the title says already. */
function isNews(note: string): boolean {
  return !note.startsWith("dry_run");
}
