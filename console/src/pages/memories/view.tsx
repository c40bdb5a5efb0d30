// Memories: what is known on purpose, with what is known of it; what contradicts; finding; erasing.

import { useState } from "preact/hooks";
import { type Deed, Tabs, Undoable } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useSession } from "../../session/session.ts";
import { Conflicts } from "./conflicts.tsx";
import { Erase } from "./erase.tsx";
import { List } from "./list.tsx";
import { MemoryDialog } from "./memory-dialog.tsx";
import { Search } from "./search.tsx";
import "./memories.css";

export default function Memories() {
  const { can } = useSession();
  const { parameters } = usePlace();
  const looked = parameters.get("memory");
  const [deed, setDeed] = useState<Deed>();
  // Whatever was done, lists are read again.
  const [turn, setTurn] = useState(0);
  const done = (next: Deed): void => {
    setDeed(next);
    setTurn(turn + 1);
  };
  return (
    <>
      <Undoable
        deed={deed}
        forget={(isUndone) => {
          setDeed(undefined);
          if (isUndone) setTurn(turn + 1);
        }}
      />
      <Tabs
        label="Memories"
        kept="tab"
        tabs={[
          { title: "All", body: () => <List turn={turn} /> },
          { title: "Search", id: "search", body: () => <Search /> },
          { title: "Conflicts", id: "conflicts", body: () => <Conflicts turn={turn} done={done} /> },
          ...(can("owner")
            ? [{ title: "Erase", id: "erase", body: () => <Erase key={parameters.get("named") ?? ""} /> }]
            : []),
        ]}
      />
      {looked !== null && (
        <MemoryDialog key={looked} id={looked} close={() => alter({ memory: undefined })} done={done} />
      )}
    </>
  );
}
