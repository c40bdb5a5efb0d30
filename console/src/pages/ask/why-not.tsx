// Why a node is not in an answer: its code, the sentence, and the edges that had to do with it.

import { useState } from "preact/hooks";
import type { WhyNotReply } from "../../../../wire/explaining.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import { Badge, Button, Facts, Failed, Field, Notice, Stored } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import type { Answer } from "./data.ts";

interface Props {
  readonly answer: Answer;
  readonly look: (id: string) => void;
}

export function WhyNot({ answer: { reply }, look }: Props) {
  const { memory } = useSession();
  const [id, setId] = useState("");
  const [empty, setEmpty] = useState(false);
  const [found, setFound] = useState<WhyNotReply>();
  const asking = useAction(async (node: string) => setFound(await memory.whyNot(reply.query_id, node)));
  return (
    <div class="stack">
      <form
        class="row end"
        onSubmit={(event) => {
          event.preventDefault();
          const node = id.trim();
          setEmpty(node === "");
          if (node !== "") asking.run(node);
        }}
      >
        <Field
          label="Node"
          hint="Its id, such as one of those that were kept out."
          wrong={empty ? "Name a node first." : undefined}
          value={id}
          maxLength={LIMITS.nodeId}
          list="kept-out"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setId(event.currentTarget.value)}
        />
        <datalist id="kept-out">
          {reply.suppressed.map((one) => (
            <option key={one.id} value={one.id} />
          ))}
        </datalist>
        <Button type="submit" busy={asking.busy}>
          Why not?
        </Button>
      </form>
      <Failed error={asking.error} />
      {found && <Reason found={found} look={look} />}
    </div>
  );
}

function Reason({ found, look }: { readonly found: WhyNotReply; readonly look: (id: string) => void }) {
  const { code, because, also, own, edges, node_id } = found;
  return (
    <div class="stack" aria-live="polite">
      <Notice title={because.charAt(0).toUpperCase() + because.slice(1)}>
        <span class="row">
          <Badge look={code === "answered" ? "good" : "warning"}>{code.replaceAll("_", " ")}</Badge>
          {also.map((one) => (
            <Badge key={one}>{one.replaceAll("_", " ")}</Badge>
          ))}
          <Button look="quiet" class="small" onClick={() => look(node_id)}>
            Look closer
          </Button>
        </span>
      </Notice>
      {own && (
        <Facts
          of={[
            ["Its score", own.score === null ? "no candidate" : own.score.toFixed(3)],
            ["Needed", own.needed === null ? "—" : own.needed.toFixed(3)],
            ["Its rank", own.rank ?? "—"],
            ["Words of the question", `${Math.round(own.words * 100)} %`],
            ["Meaning", own.meaning === null ? "no vector" : own.meaning.toFixed(3)],
          ]}
        />
      )}
      {edges.length > 0 && (
        <ul class="kept-out">
          {edges.map(({ source, kind, weight, tier }) => (
            <li key={`${source} ${kind}`}>
              <Stored text={source} most={80} />
              <span class="fine">
                {kind ?? "gone since"} {weight?.toFixed(2)} {tier}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
