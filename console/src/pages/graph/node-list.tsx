// The nodes as a list: what a search finds, or all of them, those with most routes first. It has what the picture has.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Button, Empty, Field, Stored } from "../../parts/index.ts";
import { found, type ShownPart, type Whole } from "./data.ts";
import { kindClass } from "./look.ts";

interface Props {
  readonly whole: Whole;
  readonly shown: ShownPart;
  readonly choose: (node: number) => void;
}

const PAGE = 20;

export function NodeList({ whole, shown, choose }: Props) {
  const [words, setWords] = useState("");
  const [most, setMost] = useState(PAGE);
  useEffect(() => setMost(PAGE), [words, shown]);
  const all = useMemo(() => found(whole, shown, words), [whole, shown, words]);
  return (
    <section class="graph-list stack" aria-label="Nodes">
      <Field
        label="Search"
        type="search"
        value={words}
        placeholder="a name, a file, an id"
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && all.length > 0 && choose(all[0])}
      />
      {all.length === 0 && <Empty title="No node that is shown is called so" />}
      <ul>
        {all.slice(0, most).map((node) => (
          <li key={whole.ids[node]}>
            <NodeButton whole={whole} node={node} choose={choose} />
            <span class="fine">{routesOf(whole.degrees[node])}</span>
          </li>
        ))}
      </ul>
      {all.length > 0 && (
        <div class="pager">
          <span role="status">
            {Math.min(most, all.length)} of {all.length} shown
          </span>
          {all.length > most && <Button onClick={() => setMost(most + PAGE)}>Show more</Button>}
        </div>
      )}
    </section>
  );
}

/** A node's name, which goes to it. */
export function NodeButton(props: {
  readonly whole: Whole;
  readonly node: number;
  readonly choose: (node: number) => void;
}) {
  const { whole, node, choose } = props;
  const kind = whole.kinds[whole.kindOf[node]];
  return (
    <Button look="quiet" class="small" onClick={() => choose(node)}>
      <span class={`dot ${kindClass(kind)}`} aria-hidden="true" />
      <span>
        <Stored text={whole.names[node]} most={60} /> <span class="unseen">{kind}</span>
      </span>
    </Button>
  );
}

function routesOf(count: number): string {
  return `${count} ${count === 1 ? "route" : "routes"}`;
}
