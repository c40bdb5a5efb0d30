// A contradiction, side by side: what is proposed and what memory says, with the place where they differ.

import type { Conflict } from "../../../../wire/reviewing.ts";
import { Shown, Stored } from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { around } from "./data.ts";

interface Props {
  readonly agent: string;
  readonly proposed: string;
  readonly conflict: Conflict;
}

export function Beside({ agent, proposed, conflict }: Props) {
  const { memoryOf } = useSession();
  const known = useLoaded(
    (signal) => memoryOf(agent).node(conflict.node_id, { signal }),
    [agent, conflict.node_id],
  );
  return (
    <section class="beside" aria-label="Contradiction">
      <h3>Memory says otherwise: another {conflict.because}</h3>
      <div class="columns">
        <Side title="Proposed" text={proposed} value={conflict.proposed} />
        <Shown of={known} lines={2}>
          {({ text }) => <Side title="Known" text={text} value={conflict.known} />}
        </Shown>
      </div>
    </section>
  );
}

function Side({ title, text, value }: { title: string; text: string; value: string }) {
  const parts = around(text, value);
  return (
    <section class="one" aria-label={title}>
      <h4>
        {title}
        {!parts && value !== "" && (
          <>
            : <Stored text={value} most={80} />
          </>
        )}
      </h4>
      <p>
        {parts ? (
          <>
            <Stored text={parts[0]} />
            <mark>
              <Stored text={parts[1]} />
            </mark>
            <Stored text={parts[2]} />
          </>
        ) : (
          <Stored text={text} />
        )}
      </p>
    </section>
  );
}
