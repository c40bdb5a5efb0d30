// The whole: signed out it asks for a token, signed in it draws the frame around the page that the address names.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Skeleton } from "../parts/index.ts";
import { Toasts } from "../parts/toast.tsx";
import {
  type Entrance,
  enter,
  keepToken,
  keptToken,
  rememberAgent,
  rememberedAgent,
  SessionContext,
  sessionOf,
} from "../session/session.ts";
import { Frame } from "./frame.tsx";
import { SignIn } from "./sign-in.tsx";

export function Console() {
  const [entrance, setEntrance] = useState<Entrance>();
  const [agent, setAgent] = useState<string | null>(null);
  const [returning, setReturning] = useState(keptToken() !== null);
  const [told, setTold] = useState<{ text?: string; error?: unknown }>({});

  const signIn = (entered: Entrance): void => {
    setTold({});
    setAgent(rememberedAgent(entered.agents));
    setEntrance(entered);
  };
  const signOut = (why?: string): void => {
    keepToken(null);
    setEntrance(undefined);
    setTold({ text: why });
  };
  const choose = (name: string): void => {
    rememberAgent(name);
    setAgent(name);
  };

  useEffect(() => {
    const token = keptToken();
    if (token === null) return;
    enter(token)
      .then(signIn, (error) => setTold({ error }))
      .finally(() => setReturning(false));
  }, []);

  const session = useMemo(() => {
    if (!entrance) return undefined;
    const renew = async (): Promise<void> => {
      const renewed = await enter(entrance.token);
      setEntrance(renewed);
      setAgent((chosen) => chosen ?? rememberedAgent(renewed.agents));
    };
    return sessionOf(entrance, agent, { choose, renew, signOut });
  }, [entrance, agent]);
  if (returning) return <Skeleton lines={5} />;
  if (!session) return <SignIn told={told.text} failed={told.error} enterWith={signIn} />;
  return (
    <SessionContext.Provider value={session}>
      <Toasts>
        <Frame />
      </Toasts>
    </SessionContext.Provider>
  );
}
