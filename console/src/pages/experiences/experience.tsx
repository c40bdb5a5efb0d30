// One experience: what was asked, which tools were used, what was answered, and how it stands.

import type { ReplyOf } from "../../../../wire/endpoints.ts";
import { Badge, Facts, Stored, StoredBlock, When, Who } from "../../parts/index.ts";
import type { Author } from "../../session/authors.ts";

export type Run = ReplyOf<"experiences">["experiences"][number];

interface Props {
  readonly of: Run;
  readonly authors: ReadonlyMap<string, Author>;
  /** To the task that was searched for. */
  readonly relevance?: number;
}

export function Experience({ of: run, authors, relevance }: Props) {
  const tools = run.steps.length + run.omitted_steps;
  return (
    <details class="panel run">
      <summary>
        <span class="row">
          <strong>
            <Stored text={run.prompt} most={140} />
          </strong>
          {relevance !== undefined && <Badge look="accent">{Math.round(relevance * 100)} % like it</Badge>}
          {run.disputes > 0 && <Badge look="warning">disputed</Badge>}
        </span>
        <span class="fine">
          {tools} tool {tools === 1 ? "call" : "calls"} · {run.wins} {run.wins === 1 ? "win" : "wins"} ·{" "}
          <When at={run.created_at} />
        </span>
      </summary>
      <Facts
        of={[
          ["Score", run.score.toFixed(2)],
          ["Standing", `${Math.round(run.standing * 100)} %, ${run.disputes} complaints`],
          ["Model", run.model === null ? "—" : <Stored key="model" text={run.model} />],
          ["Told by", <Who key="by" id={run.author} among={authors} />],
          [
            "Used",
            run.used_ids.length === 0 ? (
              "nothing of memory"
            ) : (
              <Stored key="used" text={run.used_ids.join(", ")} most={400} />
            ),
          ],
        ]}
      />
      <StoredBlock label="Prompt" text={run.prompt} />
      {run.steps.length > 0 && (
        <ol class="calls">
          {run.steps.map((step, at) => (
            <li key={at}>
              <p class="row">
                <code>
                  <Stored text={step.tool} />
                </code>
                <Badge look={step.ok ? "good" : "bad"}>{step.ok ? "done" : "failed"}</Badge>
              </p>
              <p class="fine">
                <Stored text={JSON.stringify(step.params)} most={300} />
              </p>
              <p>
                <Stored text={step.result} most={400} />
              </p>
            </li>
          ))}
          {run.omitted_steps > 0 && <li class="fine">and {run.omitted_steps} more</li>}
        </ol>
      )}
      <StoredBlock label="Answer" text={run.answer} />
    </details>
  );
}
