// The tokens of the tenant: who may enter what, since when and until when, last use; making, replacing and revoking one.

import { useState } from "preact/hooks";
import { GRANT_STATES, type TokenInfo } from "../../../../wire/directory.ts";
import {
  Badge,
  Button,
  Choice,
  Empty,
  Pager,
  Shown,
  Stored,
  Table,
  useToast,
  When,
} from "../../parts/index.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { standingOf } from "./data.ts";
import { NewToken } from "./new-token.tsx";
import { Replace, Revoke } from "./revoke.tsx";
import { Secret } from "./secret.tsx";

const PAGE = 50;
type State = (typeof GRANT_STATES)[number];
type Doing = "make" | { readonly revoke: TokenInfo } | { readonly replace: TokenInfo };

export function Tokens() {
  const { directory, me } = useSession();
  const [state, setState] = useState<State>("active");
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<{ readonly name: string; readonly token: string }>();
  const say = useToast();
  const tokens = useListed(
    async (cursor, signal) => {
      const page = await directory.listTokens({ state, limit: PAGE, cursor }, { signal });
      return { items: page.tokens, next: page.next_cursor };
    },
    [directory, state],
  );
  const done = (said?: string): void => {
    setDoing(undefined);
    if (said) say(said);
    tokens.again();
  };
  const made = (name: string, token: string): void => {
    setSecret({ name, token });
    done();
  };
  return (
    <div class="stack">
      <div class="row end filters">
        <Choice
          label="Shown"
          value={state}
          options={GRANT_STATES.map((one) => [one, one.charAt(0).toUpperCase() + one.slice(1)] as const)}
          onChange={(event) => setState(event.currentTarget.value as State)}
        />
        <Button look="main" onClick={() => setDoing("make")}>
          New token
        </Button>
      </div>
      <Shown of={tokens} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={`No token is ${state}`} />
          ) : (
            <Table
              caption="Tokens"
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Name",
                  cell: (token) => (
                    <span class="row">
                      <Stored text={token.name} most={60} />
                      {token.id === me.id && <Badge look="accent">this one</Badge>}
                    </span>
                  ),
                },
                { title: "Role", cell: ({ role }) => <Badge>{role}</Badge> },
                {
                  title: "Agents",
                  cell: ({ agents }) =>
                    agents === null ? "all" : <Stored text={agents.join(", ")} most={60} />,
                },
                {
                  title: "Last use",
                  cell: ({ last_used_at }) => (last_used_at === null ? "never" : <When at={last_used_at} />),
                },
                {
                  title: state === "revoked" ? "Revoked" : "Ends",
                  cell: (token) => {
                    const at = state === "revoked" ? token.revoked_at : token.expires_at;
                    return at === null ? "never" : <When at={at} />;
                  },
                },
                {
                  title: "Made",
                  cell: (token) => <When at={token.created_at} />,
                },
                {
                  title: "Actions",
                  cell: (token) =>
                    standingOf(token, Date.now()) === "active" ? (
                      <span class="row">
                        <Button
                          look="quiet"
                          class="small"
                          aria-label={`New secret for ${token.name}`}
                          onClick={() => setDoing({ replace: token })}
                        >
                          New secret
                        </Button>
                        <Button
                          look="quiet"
                          class="small"
                          aria-label={`Revoke ${token.name}`}
                          onClick={() => setDoing({ revoke: token })}
                        >
                          Revoke
                        </Button>
                      </span>
                    ) : (
                      <Badge>{standingOf(token, Date.now())}</Badge>
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
      <Pager of={tokens} />
      {doing === "make" && <NewToken close={() => setDoing(undefined)} made={made} />}
      {typeof doing === "object" && "revoke" in doing && (
        <Revoke token={doing.revoke} close={() => setDoing(undefined)} done={done} />
      )}
      {typeof doing === "object" && "replace" in doing && (
        <Replace token={doing.replace} close={() => setDoing(undefined)} made={made} />
      )}
      {secret && (
        <Secret
          title={`The token of “${secret.name}”`}
          secret={secret.token}
          close={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
