// What an undo would do, or did, as the memory says it.

import type { UndoReply } from "../../../../wire/undoing.ts";
import { Badge, Facts, Notice, Stored } from "../../parts/index.ts";
import { countOf, STAYS } from "./data.ts";

const NODES_SHOWN = 10;

export function Preview({ of }: { readonly of: UndoReply }) {
  const restored = of.nodes_restored_count ?? 0;
  if (of.events === 0)
    return (
      <Notice title="There is nothing to take back">
        {of.already_undone > 0
          ? `${countOf(of.already_undone, "event")} had been taken back before.`
          : "What was meant is gone, or stays for the reasons below."}
      </Notice>
    );
  const rows: (readonly [string, string])[] = [
    ["Events", String(of.events)],
    ["Taught, to be removed", String(of.nodes_removed_count)],
    ["Routes that change", String(of.edges_changed)],
    ["Taught questions", `${of.questions_forgotten} forgotten, ${of.questions_restored} restored`],
  ];
  if (of.exact > 0) rows.push(["Exact", `${of.exact}: as if they had never been`]);
  if (of.estimated > 0) rows.push(["Estimated", `${of.estimated}: taken off as far as is known`]);
  if (restored > 0) rows.push(["Brought back", countOf(restored, "node")]);
  if (of.edges_kept) rows.push(["Routes that stay", `${of.edges_kept}, since they were changed meanwhile`]);
  if (of.questions_lost > 0) rows.push(["Questions that are lost", String(of.questions_lost)]);
  return (
    <div class="stack">
      {of.exact + of.estimated > 0 && (
        <p class="row">
          <Badge look={of.estimated === 0 ? "good" : "warning"}>
            {of.estimated === 0 ? "exact" : of.exact === 0 ? "estimated" : "partly estimated"}
          </Badge>
          {of.estimated > 0 && (
            <span class="fine">
              A change lies between that can't be repeated, such as maintenance or a sync.
            </span>
          )}
        </p>
      )}
      <Facts of={rows} />
      <Names title="Removed" ids={of.nodes_removed} count={of.nodes_removed_count} />
      {of.nodes_kept.length > 0 && (
        <details>
          <summary>{countOf(of.nodes_kept.length, "text")} that stay</summary>
          <ul class="names">
            {of.nodes_kept.slice(0, NODES_SHOWN).map(({ id, because }) => (
              <li key={id}>
                <Stored text={id} most={60} /> <span class="fine">{STAYS[because] ?? because}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Names(props: { readonly title: string; readonly ids: readonly string[]; readonly count: number }) {
  const { title, ids, count } = props;
  if (count === 0) return null;
  return (
    <details>
      <summary>
        {title}: {countOf(count, "text")}
      </summary>
      <ul class="names">
        {ids.slice(0, NODES_SHOWN).map((id) => (
          <li key={id}>
            <Stored text={id} most={80} />
          </li>
        ))}
        {count > NODES_SHOWN && <li class="fine">and {count - NODES_SHOWN} more</li>}
      </ul>
    </details>
  );
}
