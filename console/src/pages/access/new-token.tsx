// A new token: for which device, with which rights, for which agents, until when.

import { useState } from "preact/hooks";
import { ROLES, type Role } from "../../../../wire/directory.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import { Button, Choice, Dialog, Failed, Field } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { AgentsChoice } from "./agents-choice.tsx";
import { endOf, LIVES, ROLE_SAYS } from "./data.ts";

interface Props {
  readonly close: () => void;
  readonly made: (name: string, secret: string) => void;
}

export function NewToken({ close, made }: Props) {
  const { directory } = useSession();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("agent");
  const [agents, setAgents] = useState<readonly string[] | null>(null);
  const [days, setDays] = useState("0");
  const [wrong, setWrong] = useState<{ name?: string; agents?: string }>({});
  const making = useAction(async () => {
    const found = {
      name: name.trim() === "" ? "Say which device or program will use it." : undefined,
      agents: agents?.length === 0 ? "Choose at least one, or all." : undefined,
    };
    setWrong(found);
    if (found.name || found.agents) return;
    const { token } = await directory.createToken({
      name: name.trim(),
      role,
      ...(agents && { agents: [...agents] }),
      expires_at: endOf(Number(days), Date.now()),
    });
    made(name.trim(), token);
  });
  return (
    <Dialog
      title="New token"
      close={close}
      foot={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="main" busy={making.busy} onClick={() => making.run()}>
            Create token
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          making.run();
        }}
      >
        <Field
          label="Name"
          hint="The device or program that will use it, such as “laptop of Kim”."
          wrong={wrong.name}
          value={name}
          maxLength={LIMITS.name}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Choice
          label="Role"
          value={role}
          options={ROLES.map((one) => [one, ROLE_SAYS[one]] as const)}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <AgentsChoice chosen={agents} choose={setAgents} wrong={wrong.agents} />
        <Choice
          label="Until when it opens"
          value={days}
          options={LIVES}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Failed error={making.error} />
      </form>
    </Dialog>
  );
}
