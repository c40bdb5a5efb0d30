// Ending a token, or its secret: what will happen is said before.

import { useState } from "preact/hooks";
import type { TokenInfo } from "../../../../wire/directory.ts";
import { Choice, Confirm, Failed, Notice, Stored } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { GRACES } from "./data.ts";

export function Revoke(props: {
  readonly token: TokenInfo;
  readonly close: () => void;
  readonly done: (said: string) => void;
}) {
  const { token, close, done } = props;
  const { directory, me, signOut } = useSession();
  const isOwn = token.id === me.id;
  const revoking = useAction(async () => {
    const { ends_within_ms: late } = await directory.revokeToken(token.id);
    if (isOwn) return signOut("You revoked the token that you were signed in with.");
    // Some agents could not be told: what isolates remember lets it in there for so long.
    const where = late === 0 ? "" : `, and the last agents close to it within ${late / 1000} seconds`;
    done(`Revoked: ${token.name} opens nothing any more${where}.`);
  });
  return (
    <Confirm
      title="Revoke this token?"
      act="Revoke"
      danger
      busy={revoking.busy}
      typed={isOwn ? "revoke" : undefined}
      close={close}
      confirm={() => revoking.run()}
    >
      <p>
        <Stored text={token.name} /> is let in nowhere any more, at once. What it wrote stays, and stays
        marked as its own. A token that is revoked can't be brought back.
      </p>
      {isOwn && (
        <Notice kind="warning" title="It is the one you are signed in with">
          You are signed out at once, and come back with another token only.
        </Notice>
      )}
      <Failed error={revoking.error} />
    </Confirm>
  );
}

export function Replace(props: {
  readonly token: TokenInfo;
  readonly close: () => void;
  readonly made: (name: string, secret: string) => void;
}) {
  const { token, close, made } = props;
  const { directory, me } = useSession();
  const isOwn = token.id === me.id;
  // One's own session needs its secret to copy the next one.
  const graces = isOwn ? GRACES.slice(1) : GRACES;
  const [grace, setGrace] = useState<string>(graces[0][0]);
  const replacing = useAction(async () => {
    const { token: secret } = await directory.rotateToken(token.id, { grace_ms: Number(grace) });
    made(token.name, secret);
  });
  return (
    <Confirm
      title="Give it a new secret?"
      act="Make a new secret"
      busy={replacing.busy}
      close={close}
      confirm={() => replacing.run()}
    >
      <p>
        <Stored text={token.name} /> keeps its name, role and history; whoever uses it needs the new secret.
      </p>
      <Choice
        label="When the old secret ends"
        value={grace}
        options={graces}
        onChange={(event) => setGrace(event.currentTarget.value)}
      />
      {isOwn && (
        <Notice kind="warning">
          It is the one you are signed in with: sign in with the new secret before the old one ends.
        </Notice>
      )}
      <Failed error={replacing.error} />
    </Confirm>
  );
}
