// An answer beside the one before it: what came, what left, what moved.

import type { ComponentChildren } from "preact";
import { Badge, Panel, Stored } from "../../parts/index.ts";
import { type Answer, differences } from "./data.ts";

interface Props {
  readonly before: Answer;
  readonly now: Answer;
  /** Beside the heading. */
  readonly aside?: ComponentChildren;
}

const TEXT_SHOWN = 160;

export function Compared({ before, now, aside }: Props) {
  const all = differences(before.reply, now.reply);
  return (
    <Panel title="Before and now" aside={aside}>
      <div class="columns">
        <Side title="Before" answer={before} />
        <Side title="Now" answer={now} />
      </div>
      <ul class="row" aria-label="What changed">
        {all
          .filter((one) => one.before !== one.now)
          .map(({ id, text, before: was, now: is }) => (
            <li key={id}>
              <Badge look={was === null ? "good" : is === null ? "bad" : "plain"}>
                {was === null ? "new" : is === null ? "gone" : `${was} → ${is}`}
              </Badge>{" "}
              <Stored text={text} most={60} />
            </li>
          ))}
        {all.every((one) => one.before === one.now) && (
          <li class="fine">The same texts in the same order.</li>
        )}
      </ul>
    </Panel>
  );
}

function Side({ title, answer: { reply } }: { readonly title: string; readonly answer: Answer }) {
  return (
    <section aria-label={title} class="side-answer">
      <h3>{title}</h3>
      {reply.fired.length === 0 && <p class="fine">Nothing was shown.</p>}
      <ol class="texts brief">
        {reply.fired.slice(0, 5).map(({ id, text }, at) => (
          <li key={id}>
            <span class="rank" aria-hidden="true">
              {at + 1}
            </span>
            <Stored text={text} most={TEXT_SHOWN} />
          </li>
        ))}
      </ol>
    </section>
  );
}
