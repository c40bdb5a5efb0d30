// Upkeep as the deployment has it: what runs by itself, and when next.

import { Facts, Panel, Shown, When } from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

export function Upkeep() {
  const { memory } = useSession();
  const health = useLoaded((signal) => memory.health({ signal }), [memory]);
  return (
    <Panel title="Upkeep" aside={<a href={href("learning", { tab: "maintenance" })}>Maintenance</a>}>
      <Shown of={health} lines={5}>
        {({ maintenance, lifecycle, outbox, memory_bytes }) => (
          <Facts
            of={[
              [
                "Maintenance",
                maintenance.next_due === null ? (
                  "once more was written"
                ) : (
                  <When key="m" at={maintenance.next_due} />
                ),
              ],
              [
                "Life of memories",
                lifecycle.next_due === null ? "there are none" : <When key="l" at={lifecycle.next_due} />,
              ],
              ["Replica", outbox.changes === 0 ? "has everything" : `${outbox.changes} changes on their way`],
              ["Graph and vectors", `${(memory_bytes / 1_000_000).toFixed(1)} MB in memory`],
            ]}
          />
        )}
      </Shown>
      <p class="fine">When they run is set by the profile of the agent; an owner runs them at any time.</p>
    </Panel>
  );
}
