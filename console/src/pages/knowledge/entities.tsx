// Who and what memory speaks of, found by name or type, as it is or was.

import { LIMITS } from "../../../../wire/limits.ts";
import {
  Badge,
  Button,
  Choice,
  type Column,
  Field,
  FilteredList,
  Stored,
  Table,
  useFilters,
} from "../../parts/index.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { ENTITY_TYPES, type Entity, entitiesAsked } from "./data.ts";
import { openEntity } from "./opening.ts";

const NAMES = ["query", "type", "as_of"] as const;

const COLUMNS: readonly Column<Entity>[] = [
  {
    title: "Name",
    cell: ({ id, name }) => (
      <Button look="quiet" class="small" onClick={() => openEntity(id)}>
        <Stored text={name} most={80} />
      </Button>
    ),
  },
  { title: "Type", cell: ({ type }) => <Badge>{type}</Badge> },
  {
    title: "Also called",
    cell: ({ aliases }) => (aliases.length === 0 ? "—" : <Stored text={aliases.join(", ")} most={80} />),
  },
  { title: "Facts", cell: ({ facts }) => facts, number: true },
  { title: "Memories", cell: ({ memories }) => memories, number: true },
];

export function Entities({ turn }: { readonly turn: number }) {
  const { memory } = useSession();
  const filters = useFilters(NAMES);
  const { parameters, asked, field } = filters;
  const listed = useListed<Entity>(
    async (cursor, signal) => {
      const read = await memory.entities({ ...entitiesAsked(parameters), cursor }, { signal });
      return { items: read.entities, next: read.next_cursor };
    },
    [memory, turn, ...asked],
  );
  return (
    <FilteredList
      filters={filters}
      listed={listed}
      unlike="Nobody and nothing is like that"
      none={["No entity is known yet", "Whom and what memories speak of comes here, and whom facts relate."]}
      fields={
        <>
          <Field label="Name" type="search" maxLength={LIMITS.entityName} {...field("query")} />
          <Choice
            label="Type"
            options={[["", "All types"], ...ENTITY_TYPES.map((type) => [type, type] as const)]}
            {...field("type")}
          />
          <Field label="As of" type="datetime-local" {...field("as_of")} />
        </>
      }
    >
      {(entities) => <Table caption="Entities" columns={COLUMNS} rows={entities} keyOf={({ id }) => id} />}
    </FilteredList>
  );
}
