// Home: how the memory is, what happened today, what it has learned.

import { Badge, Empty, Figure, Figures, Notice, Panel, Shown, When } from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import "./home.css";
import { countsOf, plural, secondsOf, sentenceOf, todayOf, troublesOf } from "./data.ts";
import { Learning } from "./learning.tsx";

const NEWEST = 8;

export default function Home() {
  const { memory, agent, can } = useSession();
  const review = (tab?: string) =>
    can("reviewer") ? href("review", { tab, agent: agent ?? undefined }) : undefined;
  const health = useLoaded((signal) => memory.health({ signal }), [memory]);
  const today = useLoaded((signal) => todayOf(memory, new Date(), signal), [memory]);
  return (
    <>
      <Shown of={health} lines={4}>
        {(state) => (
          <>
            {troublesOf(state).map(({ title, text }) => (
              <Notice key={title} kind="warning" title={title}>
                {text}
              </Notice>
            ))}
            <Figures>
              <Figure name="Nodes" value={state.nodes} note={`${state.edges.toLocaleString("en")} edges`} />
              <Figure name="Reflexes" value={`${Math.round(state.reflex_pct * 100)} %`} note="of all edges" />
              <Figure name="Suppressing" value={state.inhibitory_edges} note="edges" />
              <Figure
                name="Waiting for review"
                value={state.review.waiting}
                href={review()}
                look={state.review.waiting > 0 ? "warning" : undefined}
                note={state.review.waiting > 0 ? `for ${secondsOf(state.review.oldest_ms)}` : "nothing"}
              />
              <Figure
                name="Kept back"
                value={state.quarantined}
                href={review("kept-back")}
                look={state.quarantined > 0 ? "warning" : undefined}
                note="by the screen"
              />
              <Figure
                name="Replica"
                value={state.outbox.changes === 0 ? "current" : `${secondsOf(state.outbox.oldest_ms)} behind`}
                look={state.outbox.failures > 0 ? "bad" : "good"}
                note={
                  state.outbox.changes === 0
                    ? "D1 has everything"
                    : `${plural(state.outbox.changes, "change")} on the way`
                }
              />
            </Figures>
          </>
        )}
      </Shown>
      <div class="columns">
        <Learning />
        <Panel title="Today">
          <Shown of={today} lines={6}>
            {({ entries, isAll }) =>
              entries.length === 0 ? (
                <Empty title="Nothing has happened today">
                  <a href={href("ask")}>Ask something</a>
                </Empty>
              ) : (
                <>
                  <ul class="row" aria-label="Counts">
                    {countsOf(entries).map(([type, said]) => (
                      <li key={type}>
                        <Badge>{said}</Badge>
                      </li>
                    ))}
                    {!isAll && <li class="fine">and more</li>}
                  </ul>
                  <ol class="log" aria-label="Newest first">
                    {entries.slice(0, NEWEST).map((entry) => (
                      <li key={entry.seq}>
                        <span>{sentenceOf(entry)}</span>
                        <When at={entry.at} />
                      </li>
                    ))}
                  </ol>
                </>
              )
            }
          </Shown>
        </Panel>
      </div>
    </>
  );
}
