// Texts of memory that a proposal names by their ids.

import { Shown, Stored } from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

interface Props {
  readonly title: string;
  readonly agent: string;
  readonly ids: readonly string[];
}

const MOST = 10;
const TEXT_SHOWN = 400;

export function Named({ title, agent, ids }: Props) {
  const { memoryOf } = useSession();
  const memory = memoryOf(agent);
  const texts = useLoaded(
    (signal) => Promise.all(ids.slice(0, MOST).map(async (id) => (await memory.node(id, { signal })).text)),
    [agent, ids.join("\n")],
  );
  return (
    <section>
      <h3>{title}</h3>
      <Shown of={texts} lines={2}>
        {(shown) => (
          <ul class="named">
            {shown.map((text, place) => (
              <li key={ids[place]}>
                <Stored text={text} most={TEXT_SHOWN} />
              </li>
            ))}
            {ids.length > MOST && <li class="fine">and {ids.length - MOST} more</li>}
          </ul>
        )}
      </Shown>
    </section>
  );
}
