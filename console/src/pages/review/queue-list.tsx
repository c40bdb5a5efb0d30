// The list of the queue: each proposal in a few words, with what speaks against it and when its time is over.

import { useEffect, useRef } from "preact/hooks";
import { Badge, Stored, When } from "../../parts/index.ts";
import { isUrgent, type Queued, titleOf, warningsOf } from "./data.ts";

interface Props {
  readonly proposals: readonly Queued[];
  readonly current: string;
  readonly look: (place: number) => void;
  /** Ids that are chosen; absent where nothing can be. */
  readonly chosen?: ReadonlySet<string>;
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
}

const TEXT_SHOWN = 140;

export function QueueList({ proposals, current, look, chosen, choose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <ol class="queue" ref={list} aria-label="Proposals">
      {proposals.map((proposal, place) => {
        const { id, agent, kind, created_at, expires_at } = proposal;
        return (
          <li key={id} class={id === current ? "current" : ""}>
            {chosen && (
              <input
                type="checkbox"
                aria-label={`Choose: ${titleOf(proposal).slice(0, TEXT_SHOWN)}`}
                checked={chosen.has(id)}
                onChange={(event) => choose([id], event.currentTarget.checked)}
              />
            )}
            <button
              type="button"
              aria-current={id === current ? "true" : undefined}
              onClick={() => look(place)}
            >
              <span class="title">
                <Stored text={titleOf(proposal)} most={TEXT_SHOWN} />
              </span>
              <span class="row fine">
                <span>{kind}</span>
                <span>{agent}</span>
                <When at={created_at} />
                {warningsOf(proposal).map((warning) => (
                  <Badge key={warning} look="warning">
                    {warning}
                  </Badge>
                ))}
                {chosen && isUrgent(proposal, Date.now()) && (
                  <Badge look="bad">
                    ends <When at={expires_at} />
                  </Badge>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
