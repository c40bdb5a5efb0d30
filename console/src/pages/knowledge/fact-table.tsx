// Facts as a table: what is said, since when, and whether it still holds.

import { Badge, Button, type Column, Stored, Table, When } from "../../parts/index.ts";
import { type Fact, saidOf } from "./data.ts";
import { openEntity, openFact } from "./opening.ts";

const COLUMNS: readonly Column<Fact>[] = [
  { title: "Whom or what", cell: ({ subject }) => <EntityLink entity={subject} /> },
  {
    title: "Fact",
    cell: ({ id, relation, relation_said: word, text }) => (
      <Button look="quiet" class="small" title={text.slice(0, 200)} onClick={() => openFact(id)}>
        <Stored text={saidOf(word ?? relation)} />
      </Button>
    ),
  },
  { title: "To", cell: ({ object }) => <EntityLink entity={object} /> },
  { title: "Sure", cell: ({ confidence }) => `${Math.round(confidence * 100)} %`, number: true },
  { title: "Holds", cell: (fact) => <FactTime fact={fact} /> },
];

export function FactTable({ facts, caption }: { readonly facts: readonly Fact[]; readonly caption: string }) {
  return <Table caption={caption} columns={COLUMNS} rows={facts} keyOf={({ id }) => id} />;
}

export function EntityLink({ entity: { id, name } }: { readonly entity: Fact["subject"] }) {
  return (
    <Button look="quiet" class="small" onClick={() => openEntity(id)}>
      <Stored text={name} most={60} />
    </Button>
  );
}

/** Days, since facts have no more. */
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

export function FactTime({ fact }: { readonly fact: Fact }) {
  const { valid_from, valid_to, is_current, created_at, conflict_status } = fact;
  return (
    <span class="row">
      {!is_current && <Badge>ended</Badge>}
      <span class="fine">
        {valid_from === null ? (
          <>
            known <When at={created_at} />
          </>
        ) : (
          <>since {day.format(valid_from)}</>
        )}
        {valid_to !== null && <> until {day.format(valid_to)}</>}
      </span>
      {conflict_status === "active" && <Badge look="warning">disputed</Badge>}
    </span>
  );
}
