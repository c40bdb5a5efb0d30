// Signing in: by a token, or by the pairing code that another device shows, which makes a token for this one.

import { useEffect, useState } from "preact/hooks";
import { redeemPairing } from "../../../client/redeem-pairing.ts";
import { LIMITS } from "../../../wire/limits.ts";
import { pagesFor } from "../pages.ts";
import { Button, Check, Failed, Field, Notice } from "../parts/index.ts";
import { useAction } from "../session/loading.ts";
import { type Entrance, enter, keepToken } from "../session/session.ts";
import { ThemeChoice } from "./theme-choice.tsx";

interface Props {
  /** Why one is here again. */
  readonly told: string | undefined;
  readonly failed: unknown;
  readonly enterWith: (entrance: Entrance) => void;
}

const NO_PAGE =
  "This is the operator's token, which enters no memory. Make an owner's token with it: " +
  "`edgebrain token create --role owner`, or POST /v1/tokens, and sign in with that one.";

export function SignIn({ told, failed, enterWith }: Props) {
  const [secret, setSecret] = useState("");
  const [stay, setStay] = useState(false);
  const [byCode, setByCode] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const signIn = useAction(async () => {
    const given = secret.trim();
    setWrong(undefined);
    if (given === "")
      return setWrong(byCode ? "Type the code that the other device shows." : "Paste a token.");
    if (!byCode && !/^[\x21-\x7e]+$/.test(given))
      return setWrong("A token has no blanks and no letters outside ASCII: copy it once more.");
    const token = byCode
      ? (await redeemPairing({ baseUrl: location.origin }, { code: given, name: "web console" })).token
      : given;
    const entrance = await enter(token);
    if (pagesFor(entrance.me).length === 0) return setWrong(NO_PAGE);
    if (stay || byCode) keepToken(token);
    enterWith(entrance);
  });
  useEffect(() => {
    document.title = "Sign in · EdgeBrain";
  }, []);
  return (
    <main class="sign-in">
      <img src="/console/icon.svg" alt="" width={48} height={48} />
      <h1>EdgeBrain</h1>
      <p class="lead">Memory for AI agents that learns what to retrieve, and what to suppress.</p>
      {told && <Notice kind="warning">{told}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run();
        }}
      >
        {byCode ? (
          <Field
            key="code"
            label="Pairing code"
            hint={
              <>
                Another device that is signed in shows one: <code>edgebrain pair</code>. The token it makes is
                kept for this tab.
              </>
            }
            wrong={wrong}
            value={secret}
            maxLength={LIMITS.pairingCode}
            autocomplete="one-time-code"
            spellcheck={false}
            onInput={(event) => setSecret(event.currentTarget.value)}
          />
        ) : (
          <>
            <Field
              key="token"
              label="Token"
              type="password"
              hint={
                <>
                  <code>npm start</code> prints one; an owner makes others with{" "}
                  <code>edgebrain token create</code>.
                </>
              }
              wrong={wrong}
              value={secret}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setSecret(event.currentTarget.value)}
            />
            <Check
              label="Stay signed in while this tab is open"
              hint="Otherwise the token is forgotten as soon as the page is loaded again."
              checked={stay}
              onChange={(event) => setStay(event.currentTarget.checked)}
            />
          </>
        )}
        <Failed error={signIn.error ?? failed} />
        <Button look="main" type="submit" busy={signIn.busy}>
          Sign in
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            setByCode(!byCode);
            setSecret("");
            setWrong(undefined);
            signIn.forget();
          }}
        >
          {byCode ? "Use a token" : "Use a pairing code"}
        </Button>
      </form>
      <footer>
        <a href="/docs">API</a>
        <ThemeChoice />
      </footer>
    </main>
  );
}
