// Access: who one is, the tokens of the tenant, pairing a device, and the agents.

import { Badge, Facts, Panel, Stored, type Tab, Tabs, When } from "../../parts/index.ts";
import { isOfTenant } from "../../session/authors.ts";
import { useSession } from "../../session/session.ts";
import { Agents } from "./agents.tsx";
import { Pairing } from "./pairing.tsx";
import { Tokens } from "./tokens.tsx";
import "./access.css";

export default function Access() {
  const session = useSession();
  const tokens: Tab = { title: "Tokens", id: "tokens", body: () => <Tokens /> };
  const others: Tab[] = [
    {
      title: "Devices",
      id: "devices",
      body: () => (
        <div class="columns">
          <Pairing />
          <Oneself />
        </div>
      ),
    },
    { title: "Agents", id: "agents", body: () => <Agents /> },
  ];
  return <Tabs label="Access" kept="tab" tabs={isOfTenant(session) ? [tokens, ...others] : others} />;
}

function Oneself() {
  const { me } = useSession();
  return (
    <Panel title="This device">
      <Facts
        of={[
          ["Token", <Stored key="name" text={me.name ?? "—"} />],
          ["Role", <Badge key="role">{me.role}</Badge>],
          ["Tenant", <Stored key="tenant" text={me.tenant ?? "—"} />],
          [
            "Agents",
            me.agents === null ? "all of the tenant" : <Stored key="agents" text={me.agents.join(", ")} />,
          ],
          [
            "Opens until",
            me.valid_until === null ? "it is revoked" : <When key="until" at={me.valid_until} />,
          ],
        ]}
      />
    </Panel>
  );
}
