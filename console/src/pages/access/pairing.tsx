// Letting one more device in: a code that opens once, for ten minutes.

import { useEffect, useState } from "preact/hooks";
import type { PairingReply } from "../../../../wire/directory.ts";
import { Button, Choice, Failed, Notice, Panel } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { AgentsChoice } from "./agents-choice.tsx";
import { ROLE_SAYS } from "./data.ts";

type Paired = "reader" | "agent";

export function Pairing() {
  const { directory, can } = useSession();
  const [role, setRole] = useState<Paired>(can("agent") ? "agent" : "reader");
  const [agents, setAgents] = useState<readonly string[] | null>(null);
  const [none, setNone] = useState(false);
  const [shown, setShown] = useState<PairingReply>();
  const pairing = useAction(async () => {
    setNone(agents?.length === 0);
    if (agents?.length === 0) return;
    setShown(await directory.createPairing({ role, ...(agents && { agents: [...agents] }) }));
  });
  return (
    <Panel title="Pair a device">
      <p>The other device types a code and gets a token of its own, which an owner can revoke by itself.</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          pairing.run();
        }}
      >
        <Choice
          label="Role of the device"
          value={role}
          options={(can("agent") ? (["agent", "reader"] as const) : (["reader"] as const)).map(
            (one) => [one, ROLE_SAYS[one]] as const,
          )}
          onChange={(event) => setRole(event.currentTarget.value as Paired)}
        />
        <AgentsChoice
          chosen={agents}
          choose={setAgents}
          wrong={none ? "Choose at least one, or all." : undefined}
        />
        <div class="row">
          <Button type="submit" busy={pairing.busy}>
            {shown ? "Show another code" : "Show a code"}
          </Button>
        </div>
      </form>
      <Failed error={pairing.error} />
      {shown && <Code key={shown.code} code={shown.code} until={shown.expires_at} role={shown.role} />}
    </Panel>
  );
}

function Code({
  code,
  until,
  role,
}: {
  readonly code: string;
  readonly until: number;
  readonly role: Paired;
}) {
  const [left, setLeft] = useState(until - Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (left <= 0) return <Notice kind="warning">This code has ended: show another.</Notice>;
  const seconds = Math.ceil(left / 1_000);
  return (
    <Notice kind="good" title="Type this on the other device">
      <p class="pairing-code">{code}</p>
      <p>
        In its sign-in under “Use a pairing code”, or after <code>edgebrain login --code</code>. It opens
        once, as {role}, and replaces a code shown before.
      </p>
      <p class="fine" role="timer">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")} left
      </p>
    </Notice>
  );
}
