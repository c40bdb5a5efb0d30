// Facts and entities: who and what memory speaks of, and how these are related, now or at an earlier time.

import { useState } from "preact/hooks";
import { Button, type Deed, Tabs, Undoable } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useSession } from "../../session/session.ts";
import { Entities } from "./entities.tsx";
import { EntityDialog } from "./entity-dialog.tsx";
import { FactDialog } from "./fact-dialog.tsx";
import { Facts } from "./facts.tsx";
import { SayFact } from "./say-fact.tsx";
import "./knowledge.css";

export default function Knowledge() {
  const { can } = useSession();
  const { parameters } = usePlace();
  const entity = parameters.get("entity");
  const fact = parameters.get("fact");
  const [deed, setDeed] = useState<Deed>();
  const [saying, setSaying] = useState<string>();
  // Whatever was done, lists are read again.
  const [turn, setTurn] = useState(0);
  const close = (): void => alter({ entity: undefined, fact: undefined });
  const done = (next: Deed): void => {
    setSaying(undefined);
    close();
    setDeed(next);
    setTurn(turn + 1);
  };
  return (
    <>
      {can("agent") && (
        <div class="row">
          <Button onClick={() => setSaying("")}>Say a fact …</Button>
        </div>
      )}
      <Undoable
        deed={deed}
        forget={(isUndone) => {
          setDeed(undefined);
          if (isUndone) setTurn(turn + 1);
        }}
      />
      <Tabs
        label="Facts and entities"
        kept="tab"
        tabs={[
          { title: "Entities", body: () => <Entities turn={turn} /> },
          { title: "Facts", id: "facts", body: () => <Facts turn={turn} /> },
        ]}
      />
      {entity !== null && <EntityDialog key={entity} id={entity} turn={turn} close={close} say={setSaying} />}
      {fact !== null && <FactDialog key={fact} id={fact} close={close} done={done} />}
      {saying !== undefined && <SayFact subject={saying} close={() => setSaying(undefined)} done={done} />}
    </>
  );
}
