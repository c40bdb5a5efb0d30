// Who and what memory speaks of, found by name or type, as it is or was.

import { LIMITS } from "../../../../wire/limits.ts";
import {
  Badge,
  Button,
  Choice,
  type Column,
  Empty,
  Failed,
  Field,
  Pager,
  Skeleton,
  Stored,
  Table,
} from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
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
  const { parameters } = usePlace();
  const asked = NAMES.map((name) => parameters.get(name) ?? "");
  const isFiltered = asked.some((value) => value !== "");
  const listed = useListed<Entity>(
    async (cursor, signal) => {
      const read = await memory.entities({ ...entitiesAsked(parameters), cursor }, { signal });
      return { items: read.entities, next: read.next_cursor };
    },
    [memory, turn, ...asked],
  );
  const filter = (name: (typeof NAMES)[number]) => ({
    value: parameters.get(name) ?? "",
    onChange: (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      alter({ [name]: event.currentTarget.value }),
  });
  return (
    <div class="stack">
      <search class="filters" aria-label="Filters">
        <Field label="Name" type="search" maxLength={LIMITS.entityName} {...filter("query")} />
        <Choice
          label="Type"
          options={[["", "All types"], ...ENTITY_TYPES.map((type) => [type, type] as const)]}
          {...filter("type")}
        />
        <Field label="As of" type="datetime-local" {...filter("as_of")} />
        {isFiltered && (
          <Button onClick={() => alter(Object.fromEntries(NAMES.map((name) => [name, undefined])))}>
            Clear filters
          </Button>
        )}
      </search>
      <Failed error={listed.error} again={listed.again} />
      {listed.value === undefined && listed.loading && <Skeleton lines={8} />}
      {listed.value?.length === 0 && (
        <Empty title={isFiltered ? "Nobody and nothing is like that" : "No entity is known yet"}>
          <p>
            {isFiltered
              ? "Take a filter away, or look at another moment."
              : "Whom and what memories speak of comes here, and whom facts relate."}
          </p>
        </Empty>
      )}
      {listed.value !== undefined && listed.value.length > 0 && (
        <>
          <Table caption="Entities" columns={COLUMNS} rows={listed.value} keyOf={({ id }) => id} />
          <Pager of={listed} />
        </>
      )}
    </div>
  );
}
