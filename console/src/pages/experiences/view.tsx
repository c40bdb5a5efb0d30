// Experiences: how many there are and how they stand, those like a task, and all of them.

import { useState } from "preact/hooks";
import type { ReplyOf } from "../../../../wire/endpoints.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import { Button, Empty, Failed, Field, Figure, Figures, Pager, Shown, When } from "../../parts/index.ts";
import { useAuthors } from "../../session/authors.ts";
import { useAction, useListed, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Experience } from "./experience.tsx";
import "./experiences.css";

const PAGE = 20;

export default function Experiences() {
  const { memory } = useSession();
  const authors = useAuthors();
  const stats = useLoaded((signal) => memory.experienceStats({ signal }), [memory]);
  const [task, setTask] = useState("");
  const [found, setFound] = useState<ReplyOf<"searchExperiences">>();
  const searching = useAction(async (prompt: string) => {
    setFound(await memory.searchExperiences({ prompt, limit: LIMITS.examples }));
  });
  const all = useListed(
    async (cursor, signal) => {
      const page = await memory.experiences({ limit: PAGE, cursor }, { signal });
      return { items: page.experiences, next: page.next_cursor };
    },
    [memory],
  );
  return (
    <>
      <Shown of={stats} lines={2}>
        {(counts) => (
          <Figures>
            <Figure
              name="Experiences"
              value={counts.experiences}
              note={`of ${counts.most.toLocaleString("en")} at most`}
            />
            <Figure name="Wins" value={counts.wins} note="runs that went so" />
            <Figure
              name="Disputed"
              value={counts.disputed}
              look={counts.disputed > 0 ? "warning" : undefined}
              note="somebody complained"
            />
            <Figure name="Open runs" value={counts.open_runs} note="parts are to come" />
            <Figure name="Newest" value={counts.newest === null ? "—" : <When at={counts.newest} />} />
          </Figures>
        )}
      </Shown>
      <search>
        <form
          class="row end"
          onSubmit={(event) => {
            event.preventDefault();
            if (task.trim() === "") setFound(undefined);
            else searching.run(task.trim());
          }}
        >
          <Field
            label="Those with a task like this one"
            value={task}
            maxLength={LIMITS.query}
            onInput={(event) => setTask(event.currentTarget.value)}
          />
          <Button type="submit" busy={searching.busy}>
            Search
          </Button>
          {found && (
            <Button
              look="quiet"
              onClick={() => {
                setFound(undefined);
                setTask("");
              }}
            >
              Show all
            </Button>
          )}
        </form>
      </search>
      <Failed error={searching.error} />
      {found ? (
        <section aria-label="Found" class="stack">
          {found.experiences.length === 0 && <Empty title="No experience has a task like this one" />}
          {found.experiences.map((run) => (
            <Experience key={run.id} of={run} authors={authors} relevance={run.relevance} />
          ))}
        </section>
      ) : (
        <>
          <Shown of={all} lines={6}>
            {(runs) =>
              runs.length === 0 ? (
                <Empty title="There is no experience yet">
                  <p>
                    An agent tells of its runs; those that went well are kept, and shown before tasks like
                    theirs.
                  </p>
                </Empty>
              ) : (
                <section aria-label="All, newest first" class="stack">
                  {runs.map((run) => (
                    <Experience key={run.id} of={run} authors={authors} />
                  ))}
                </section>
              )
            }
          </Shown>
          <Pager of={all} />
        </>
      )}
    </>
  );
}
