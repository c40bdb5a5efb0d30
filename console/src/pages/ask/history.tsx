// How a node came to be as it is: the versions of a memory, and the corrections that stand against a node.

import type { NodeReply } from "../../../../wire/query.ts";
import { Badge, Button, Empty, Shown, Stored, StoredBlock, When } from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

interface Props {
  readonly node: NodeReply;
  readonly look: (id: string) => void;
}

export function History({ node: { id, kind, conflicts }, look }: Props) {
  const { memory } = useSession();
  const history = useLoaded(
    async (signal) => (kind === "memory" ? (await memory.memoryHistory(id, { signal })).versions : []),
    [memory, id],
  );
  return (
    <Shown of={history}>
      {(versions) => (
        <div class="stack">
          {versions.length === 0 && conflicts.length === 0 && (
            <Empty title="It has no other version, and no correction stands against it" />
          )}
          {versions.map((version) => (
            <article key={version.id} class="stack">
              <p class="row fine">
                <When at={version.created_at} />
                <Badge look={version.is_current_version ? "good" : "plain"}>
                  {version.is_current_version ? "current" : "ended"}
                </Badge>
              </p>
              <StoredBlock label="Version" text={version.content} />
            </article>
          ))}
          {conflicts.length > 0 && (
            <ul class="kept-out">
              {conflicts.map((conflict) => (
                <li key={conflict.id}>
                  <Button look="quiet" class="small" onClick={() => look(conflict.id)}>
                    <Stored text={conflict.id} most={60} />
                  </Button>
                  <span class="fine">
                    {conflict.relation === "suppresses" ? "keeps it out" : "is kept out by it"}{" "}
                    {conflict.weight.toFixed(2)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Shown>
  );
}
