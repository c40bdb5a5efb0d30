// The agents of the tenant, and making one.

import { useState } from "preact/hooks";
import { Name } from "../../../../wire/fields.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import {
  Badge,
  Button,
  Empty,
  Failed,
  Field,
  Pager,
  Shown,
  Table,
  useToast,
  When,
} from "../../parts/index.ts";
import { isOfTenant } from "../../session/authors.ts";
import { useAction, useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

const PAGE = 50;

export function Agents() {
  const session = useSession();
  const { directory, agent: current, choose, renew } = session;
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState<string>();
  const say = useToast();
  const agents = useListed(
    async (cursor, signal) => {
      const page = await directory.listAgents({ limit: PAGE, cursor }, { signal });
      return { items: page.agents, next: page.next_cursor };
    },
    [directory],
  );
  const making = useAction(async () => {
    const parsed = Name.safeParse(name.trim());
    setWrong(parsed.success ? undefined : `A name ${parsed.error.issues[0].message}.`);
    if (!parsed.success) return;
    await directory.createAgent({ name: parsed.data });
    setName("");
    say(`Created: ${parsed.data}, with an empty memory.`);
    await renew();
  });
  return (
    <div class="stack">
      {isOfTenant(session) && (
        <form
          class="row end"
          onSubmit={(event) => {
            event.preventDefault();
            making.run();
          }}
        >
          <Field
            label="Name of a new agent"
            wrong={wrong}
            value={name}
            maxLength={LIMITS.name}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" busy={making.busy}>
            Create agent
          </Button>
        </form>
      )}
      {isOfTenant(session) && (
        <p class="hint">An agent keeps its name for life, and begins with an empty memory.</p>
      )}
      <Failed error={making.error} />
      <Shown of={agents} lines={4}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="There is no agent yet" />
          ) : (
            <Table
              caption="Agents"
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Name",
                  cell: (one) => (
                    <span class="row">
                      {one.name}
                      {one.name === current && <Badge look="accent">looked at</Badge>}
                    </span>
                  ),
                },
                { title: "Profile", cell: ({ profile }) => profile },
                { title: "Made", cell: ({ created_at }) => <When at={created_at} /> },
                {
                  title: "Actions",
                  cell: (one) =>
                    one.name !== current && (
                      <Button
                        look="quiet"
                        class="small"
                        aria-label={`Look at it: ${one.name}`}
                        onClick={() => choose(one.name)}
                      >
                        Look at it
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
      <Pager of={agents} />
    </div>
  );
}
