// Audit: the rows of the agent's chain and of the tenant's, and whether a chain is as it was written.

import { useState } from "preact/hooks";
import { AUDIT_KINDS, type AuditEvent, type AuditKind } from "../../../../wire/audit.ts";
import {
  Badge,
  Button,
  Choice,
  Empty,
  Failed,
  Notice,
  Pager,
  Shown,
  type Tab,
  Table,
  Tabs,
  When,
  Who,
} from "../../parts/index.ts";
import { isOfTenant, useAuthors } from "../../session/authors.ts";
import type { ListPage } from "../../session/list-page.ts";
import { useAction, useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

const PAGE = 50;
const LOOKS = { ok: "good", denied: "warning", error: "bad" } as const;

type Read = (
  request: { kind?: AuditKind; cursor?: string },
  signal: AbortSignal,
) => Promise<ListPage<AuditEvent>>;
type Verify = () => Promise<{ ok: boolean; rows: number; broken_at: number | null; reason: string | null }>;

export default function Audit() {
  const session = useSession();
  const { memory, directory } = session;
  const ofAgent: Tab = {
    title: "This agent",
    id: "agent",
    body: () => (
      <Chain
        key="agent"
        of={memory}
        read={async (request, signal) => {
          const page = await memory.audit({ ...request, limit: PAGE }, { signal });
          return { items: page.events, next: page.next_cursor };
        }}
        verify={() => memory.verifyAudit()}
      />
    ),
  };
  const ofTenant: Tab = {
    title: "The tenant",
    id: "tenant",
    body: () => (
      <Chain
        key="tenant"
        of={directory}
        read={async (request, signal) => {
          const page = await directory.audit({ ...request, limit: PAGE }, { signal });
          return { items: page.events, next: page.next_cursor };
        }}
        verify={() => directory.verifyAudit()}
      />
    ),
  };
  return <Tabs label="Chains" kept="tab" tabs={isOfTenant(session) ? [ofAgent, ofTenant] : [ofAgent]} />;
}

function Chain(props: { readonly of: object; readonly read: Read; readonly verify: Verify }) {
  const { of, read, verify } = props;
  const [kind, setKind] = useState<AuditKind | "">("");
  const [verdict, setVerdict] = useState<Awaited<ReturnType<Verify>>>();
  const authors = useAuthors();
  const rows = useListed((cursor, signal) => read({ kind: kind || undefined, cursor }, signal), [of, kind]);
  const verifying = useAction(async () => setVerdict(await verify()));
  return (
    <div class="stack">
      <p class="fine">
        A row holds hashes of what was acted on, never words, and each is sealed with the one before: whoever
        changes, adds or removes one breaks the chain.
      </p>
      <div class="row end filters">
        <Choice
          label="Kind"
          value={kind}
          options={[["", "All kinds"], ...AUDIT_KINDS.map((one) => [one, one] as const)]}
          onChange={(event) => setKind(event.currentTarget.value as AuditKind | "")}
        />
        <Button look="main" busy={verifying.busy} onClick={() => verifying.run()}>
          Verify the chain
        </Button>
      </div>
      <Failed error={verifying.error} />
      {verdict && (
        <Notice
          kind={verdict.ok ? "good" : "bad"}
          title={
            verdict.ok ? "The chain is as it was written" : `The chain is broken at row ${verdict.broken_at}`
          }
        >
          {verdict.rows.toLocaleString("en")} rows were checked
          {verdict.reason === null ? "." : `: ${verdict.reason}.`}
        </Notice>
      )}
      <Shown of={rows} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={kind === "" ? "Nothing was recorded yet" : "There is no row of this kind"}>
              <p>Access, anchors, erasures, exports, reviews, settings and undos leave a row each.</p>
            </Empty>
          ) : (
            <Table
              caption="Rows of the chain, newest first"
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                { title: "Row", cell: ({ id }) => id },
                { title: "When", cell: ({ ts }) => <When at={ts} /> },
                { title: "Kind", cell: (row) => <Badge>{row.kind}</Badge> },
                { title: "Who", cell: ({ actor }) => <Who id={actor} among={authors} /> },
                { title: "Status", cell: ({ status }) => <Badge look={LOOKS[status]}>{status}</Badge> },
                { title: "Acted on", cell: ({ target_hash }) => <Hash of={target_hash} /> },
                { title: "Seal", cell: ({ hash }) => (hash === null ? "—" : <Hash of={hash} />) },
              ]}
            />
          )
        }
      </Shown>
      <Pager of={rows} />
    </div>
  );
}

function Hash({ of }: { readonly of: string }) {
  return <code title={of}>{of.slice(0, 10)}</code>;
}
