// The texts of an answer, best first, each with where it comes from and how it got there; then what was kept out.

import { useState } from "preact/hooks";
import type { ExplainReply } from "../../../../wire/explaining.ts";
import { Badge, Button, Empty, Stored } from "../../parts/index.ts";
import type { Answer } from "./data.ts";

interface Props {
  readonly answer: Answer;
  /** Opens a node. */
  readonly look: (id: string) => void;
}

const TEXT_SHOWN = 360;
/** The best of an answer; the others are a click away. */
const FIRST = 6;

export function Answered({ answer: { reply, why }, look }: Props) {
  const [all, setAll] = useState(false);
  if (reply.fired.length === 0) return <Nothing why={why} />;
  const reasons = new Map(why.fired.map((one) => [one.id, one]));
  return (
    <>
      <ol class="texts">
        {reply.fired.slice(0, all ? undefined : FIRST).map(({ id, kind, text, score, provenance }, at) => (
          <li key={id}>
            <span class="rank" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <p>
                <Stored text={text} most={TEXT_SHOWN} />
              </p>
              <p class="row fine">
                <Badge look={kind === "correction" ? "accent" : "plain"}>{kind}</Badge>
                {provenance.file !== null && <Stored text={provenance.citation ?? provenance.file} />}
                <span>score {score.toFixed(2)}</span>
                <span>{howOf(reasons.get(id))}</span>
                {!reply.context_ids.includes(id) && <Badge look="warning">no room in the context</Badge>}
                <Button look="quiet" class="small" onClick={() => look(id)}>
                  Look closer
                </Button>
              </p>
            </div>
          </li>
        ))}
      </ol>
      {!all && reply.fired.length > FIRST && (
        <Button onClick={() => setAll(true)}>Show all {reply.fired.length}</Button>
      )}
      <KeptOut why={why} look={look} />
    </>
  );
}

function Nothing({ why }: { readonly why: ExplainReply }) {
  const { confidence, least_confidence } = why.evidence;
  return (
    <Empty title="The agent is shown nothing">
      <p>
        {confidence !== null && least_confidence !== null
          ? `The question is hardly about this memory: a confidence of ${Math.round(confidence * 100)} %, where ${Math.round(least_confidence * 100)} % are needed.`
          : "Nothing matches the question."}{" "}
        Teach it below, or put the question in other words.
      </p>
    </Empty>
  );
}

function KeptOut({ why, look }: { readonly why: ExplainReply; readonly look: (id: string) => void }) {
  if (why.suppressed.length === 0) return null;
  return (
    <>
      <h3>Kept out</h3>
      <ul class="kept-out">
        {why.suppressed.map(({ id, by }) => (
          <li key={id}>
            <Button look="quiet" class="small" onClick={() => look(id)}>
              <Stored text={id} most={80} />
            </Button>
            <span class="fine">
              by{" "}
              {by.map(({ source }) => (
                <Button key={source} look="quiet" class="small" onClick={() => look(source)}>
                  <Stored text={source} most={80} />
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** How a node got into an answer, in a few words. */
export function howOf(reason: ExplainReply["fired"][number] | undefined): string {
  if (!reason) return "";
  if (!reason.seed) {
    const hops = reason.route.length;
    return hops === 0 ? "reached by a walk" : `reached in ${hops} ${hops === 1 ? "step" : "steps"}`;
  }
  const { words, meaning, taught, lent } = reason.seed;
  const parts = [
    words !== null && words > 0 && `${Math.round(words * 100)} % of the words`,
    meaning !== null && `meaning ${meaning.toFixed(2)}`,
    taught && "a taught question leads here",
    lent.some(({ kind }) => kind === "corrected") && "lifted over what it corrects",
  ];
  return parts.filter(Boolean).join(", ");
}
