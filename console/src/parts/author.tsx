// Who did something: by the name of its token, the id where that is not known.

import type { Author } from "../session/authors.ts";
import { useSession } from "../session/session.ts";
import { Stored } from "./stored.tsx";

/** `id` is that of a token or subject; the memory itself and the operator have names of their own. */
export function Who({ id, among }: { readonly id: string; readonly among: ReadonlyMap<string, Author> }) {
  const { me } = useSession();
  if (id === me.id) return <strong title={me.name ?? undefined}>you</strong>;
  if (id === "edgebrain") return <span title="By itself">EdgeBrain</span>;
  const name = among.get(id)?.name;
  return (
    <span title={id}>
      <Stored text={name ?? id} most={name === undefined ? 14 : 40} />
    </span>
  );
}
