// The queue: filters, the list, and beside it the proposal that is looked at. `j` and `k` go through it. What was decided
// leaves the list once the agent's memory has said so; the list itself is a second or so behind.

import { useState } from "preact/hooks";
import { PROPOSAL_KINDS, PROPOSAL_STATUSES } from "../../../../wire/reviewing.ts";
import { useKeys } from "../../keys.ts";
import { Badge, Button, Choice, Empty, Failed, Pager, Skeleton } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Batch } from "./batch.tsx";
import type { Queued, Waiting } from "./data.ts";
import { ProposalView } from "./proposal-view.tsx";
import { QueueList } from "./queue-list.tsx";

const PAGE = 50;
const NONE: ReadonlySet<string> = new Set();

export function Queue() {
  const { directory, agents } = useSession();
  const { parameters } = usePlace();
  const status = PROPOSAL_STATUSES.find((one) => one === parameters.get("status")) ?? "pending";
  const kind = PROPOSAL_KINDS.find((one) => one === parameters.get("kind"));
  const agent = agents.find((one) => one === parameters.get("agent"));
  const order = parameters.get("order") === "newest" ? "newest" : "oldest";
  const [waiting, setWaiting] = useState<Waiting>([]);
  const [gone, setGone] = useState(NONE);
  const [chosen, setChosen] = useState(NONE);
  const listed = useListed<Queued>(
    async (cursor, signal) => {
      const read = await directory.review({ status, kind, agent, order, limit: PAGE, cursor }, { signal });
      setWaiting(read.waiting);
      return { items: read.proposals, next: read.next_cursor };
    },
    [directory, status, kind, agent, order],
  );
  const shown = listed.value?.filter(({ id }) => status !== "pending" || !gone.has(id)) ?? [];
  const named = shown.findIndex(({ id }) => id === parameters.get("proposal"));
  const at = Math.max(0, named);
  const current = shown.at(at);
  const look = (place: number): void => alter({ proposal: shown[place]?.id });
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) isChosen ? next.add(id) : next.delete(id);
    setChosen(next);
  };
  const decided = (ids: readonly string[]): void => {
    // The next of those that stay is looked at then.
    const left = shown.filter(({ id }) => !ids.includes(id));
    const next = shown.slice(at).find(({ id }) => !ids.includes(id)) ?? left.at(-1);
    setGone(new Set([...gone, ...ids]));
    choose(ids, false);
    alter({ proposal: next?.id });
  };
  const isPending = status === "pending";
  useKeys([
    { keys: "j", says: "The next proposal", act: () => look(Math.min(at + 1, shown.length - 1)) },
    { keys: "k", says: "The one before", act: () => look(Math.max(at - 1, 0)) },
    ...(isPending && current
      ? [
          {
            keys: "x",
            says: "Choose it, or not, to decide many",
            act: () => choose([current.id], !chosen.has(current.id)),
          },
        ]
      : []),
  ]);
  const filter = (name: string) => (event: { currentTarget: HTMLSelectElement }) =>
    alter({ [name]: event.currentTarget.value, proposal: undefined });
  return (
    <div class="stack">
      <div class="filters">
        <Choice
          label="Show"
          value={status}
          options={[
            ["pending", "Waiting"],
            ["approved", "Approved"],
            ["rejected", "Rejected"],
            ["expired", "Expired"],
          ]}
          onChange={filter("status")}
        />
        <Choice
          label="Of agent"
          value={agent ?? ""}
          options={[["", "All agents"], ...agents.map((name) => [name, name] as const)]}
          onChange={filter("agent")}
        />
        <Choice
          label="Kind"
          value={kind ?? ""}
          options={[["", "All kinds"], ...PROPOSAL_KINDS.map((one) => [one, one] as const)]}
          onChange={filter("kind")}
        />
        <Choice
          label="Order"
          value={order}
          options={[
            ["oldest", "Oldest first"],
            ["newest", "Newest first"],
          ]}
          onChange={filter("order")}
        />
        <Button busy={listed.loading} onClick={listed.again}>
          Read again
        </Button>
      </div>
      <Summary waiting={waiting} />
      <Failed error={listed.error} again={listed.again} />
      {listed.value === undefined && listed.loading && <Skeleton lines={6} />}
      {listed.value !== undefined && shown.length === 0 && (
        <Empty title={isPending ? "Nothing waits for you" : `Nothing is ${status}`}>
          <p>
            {isPending
              ? "What agents propose comes here, and counts as memory once somebody approves it."
              : "Choose something else to show above."}
          </p>
        </Empty>
      )}
      {shown.length > 0 && current && (
        <>
          {isPending && (
            <Batch
              chosen={shown.filter(({ id }) => chosen.has(id))}
              shown={shown}
              choose={choose}
              decided={decided}
            />
          )}
          <div class="review">
            <div class="stack">
              <QueueList
                proposals={shown}
                current={current.id}
                look={look}
                chosen={isPending ? chosen : undefined}
                choose={choose}
              />
              <Pager of={listed} />
            </div>
            <ProposalView key={current.id} listed={current} decided={() => decided([current.id])} />
          </div>
        </>
      )}
    </div>
  );
}

function Summary({ waiting }: { readonly waiting: Waiting }) {
  const some = waiting.filter(({ count }) => count > 0);
  if (some.length === 0) return null;
  return (
    <ul class="row" aria-label="Waiting by agent">
      {some.map(({ agent, count }) => (
        <li key={agent}>
          <Badge look="warning">
            {count} in {agent}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
