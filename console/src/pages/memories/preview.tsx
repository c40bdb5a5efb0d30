// What an erasure would take: the texts, why each, and rows of each table.

import { Badge, Button, Empty, Panel, Stored } from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Counts } from "./counts.tsx";
import { BECAUSE, countsOf, type Footprint, textsIn, textsOf } from "./erasing.ts";

export function Preview({ footprint, erase }: { readonly footprint: Footprint; readonly erase: () => void }) {
  const { nodes, nodes_left_out, counts } = footprint;
  const { memory } = useSession();
  const texts = useLoaded(
    (signal) =>
      textsIn(
        memory,
        nodes.map(({ id }) => id),
        signal,
      ),
    [memory, footprint],
  );
  const rows = countsOf(counts);
  if (rows.length === 0 && nodes.length === 0)
    return (
      <Empty title="Nothing would go">
        <p>Nothing in this memory is named so.</p>
      </Empty>
    );
  return (
    <Panel title="What would go" aside={<Badge look="warning">{textsOf(footprint)}</Badge>}>
      <div class="counts">
        <section>
          <h3>Texts</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <ul class="going" aria-label="Texts that would go" tabIndex={0}>
            {nodes.map(({ id, because }) => (
              <li key={id}>
                <span>
                  <Stored text={texts.value?.get(id) ?? id} most={160} />{" "}
                  {texts.value?.has(id) && (
                    <code class="fine">
                      <Stored text={id} most={60} />
                    </code>
                  )}
                </span>
                <span class="fine">{BECAUSE[because]}</span>
              </li>
            ))}
            {nodes_left_out > 0 && <li class="fine">and {nodes_left_out} more</li>}
          </ul>
        </section>
        <section>
          <h3>Rows</h3>
          <Counts caption="Rows that would go" rows={rows} />
        </section>
      </div>
      <div class="row">
        <Button look="danger" onClick={erase}>
          Erase …
        </Button>
      </div>
    </Panel>
  );
}
