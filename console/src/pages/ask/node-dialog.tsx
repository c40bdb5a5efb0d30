// One node: its text, where it comes from, what it is tied to, and how it came to be as it is.

import { Badge, Button, Dialog, Facts, Shown, Stored, StoredBlock, Tabs, When } from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { History } from "./history.tsx";
import "./node-dialog.css";

interface Props {
  readonly id: string;
  readonly close: () => void;
  /** Goes to another node. */
  readonly look: (id: string) => void;
}

const ROUTES_SHOWN = 30;

export function NodeDialog({ id, close, look }: Props) {
  const { memory } = useSession();
  const node = useLoaded((signal) => memory.node(id, { signal }), [memory, id]);
  return (
    <Dialog title={<Stored text={id} />} close={close}>
      <Shown of={node} lines={6}>
        {(one) => (
          <Tabs
            key={id}
            label="Node"
            tabs={[
              { title: "Text", body: () => <StoredBlock label="Text" text={one.text} /> },
              {
                title: "Provenance",
                body: () => (
                  <Facts
                    of={[
                      ["Kind", <Badge key="kind">{one.kind}</Badge>],
                      ["Origin", one.origin],
                      ["Authority", one.authority],
                      ["File", one.file === null ? "—" : <Stored text={one.file} />],
                      ["Written by", <Stored key="author" text={one.author} />],
                      ["Made", <When key="made" at={one.created_at} />],
                      ["Changed", <When key="changed" at={one.updated_at} />],
                    ]}
                  />
                ),
              },
              {
                title: `Routes (${one.outgoing.length + one.incoming.length})`,
                body: () => (
                  <div class="columns">
                    <Routes title="From it" routes={one.outgoing} look={look} />
                    <Routes title="To it" routes={one.incoming} look={look} />
                  </div>
                ),
              },
              { title: "History", body: () => <History node={one} look={look} /> },
            ]}
          />
        )}
      </Shown>
    </Dialog>
  );
}

interface Route {
  readonly id: string;
  readonly weight: number;
  readonly kind: string;
  readonly tier: string;
}

function Routes(props: {
  readonly title: string;
  readonly routes: readonly Route[];
  readonly look: (id: string) => void;
}) {
  const { title, routes, look } = props;
  const strongest = routes.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, ROUTES_SHOWN);
  return (
    <section>
      <h3>{title}</h3>
      {strongest.length === 0 && <p class="fine">No routes.</p>}
      <ul class="kept-out">
        {strongest.map(({ id, weight, kind, tier }) => (
          <li key={`${id} ${kind}`}>
            <Button look="quiet" class="small" onClick={() => look(id)}>
              <Stored text={id} most={60} />
            </Button>
            <span class="fine">
              {weight.toFixed(2)} {tier}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
