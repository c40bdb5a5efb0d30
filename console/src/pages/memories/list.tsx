// All memories that hold, or held at a moment, through filters that stand in the address.

import { LIMITS } from "../../../../wire/limits.ts";
import {
  Badge,
  Button,
  Check,
  Choice,
  type Column,
  Field,
  FilteredList,
  Stored,
  Table,
  useFilters,
  When,
} from "../../parts/index.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { holds, type Memory, percentOf, requestOf, SCOPES, TYPES, VISIBILITIES } from "./data.ts";
import { look } from "./look.ts";

const TEXT_SHOWN = 160;
const NAMES = ["type", "scope", "visibility", "project", "tags", "as_of", "ended"] as const;

const COLUMNS: readonly Column<Memory>[] = [
  {
    title: "Memory",
    cell: ({ id, content }) => (
      <Button look="quiet" class="small" onClick={() => look(id)}>
        <Stored text={content} most={TEXT_SHOWN} />
      </Button>
    ),
  },
  {
    title: "Type",
    cell: ({ type, visibility }) => (
      <span class="row">
        <Badge>{type}</Badge>
        {visibility !== "shared" && <Badge look="accent">{visibility}</Badge>}
      </span>
    ),
  },
  { title: "Project", cell: ({ project }) => (project === "" ? "—" : <Stored text={project} most={40} />) },
  {
    title: "Tags",
    cell: ({ tags }) => (tags.length === 0 ? "—" : <Stored text={tags.join(", ")} most={60} />),
  },
  { title: "Sure", cell: ({ confidence }) => percentOf(confidence), number: true },
  { title: "Holds", cell: (memory) => <Holds memory={memory} /> },
];

export function List({ turn }: { readonly turn: number }) {
  const { memory } = useSession();
  const filters = useFilters(NAMES);
  const { parameters, asked, field, check } = filters;
  const listed = useListed<Memory>(
    async (cursor, signal) => {
      const read = await memory.memories({ ...requestOf(parameters), cursor }, { signal });
      return { items: read.memories, next: read.next_cursor };
    },
    [memory, turn, ...asked],
  );
  const choices = (all: string, values: readonly string[]) => [
    ["", all] as const,
    ...values.map((value) => [value, value] as const),
  ];
  return (
    <FilteredList
      filters={filters}
      listed={listed}
      unlike="No memory is like that"
      none={[
        "There is no memory yet",
        "Agents store them as they learn what should last; texts of files are found with Ask.",
      ]}
      fields={
        <>
          <Choice label="Type" options={choices("All types", TYPES)} {...field("type")} />
          <Choice label="Scope" options={choices("All scopes", SCOPES)} {...field("scope")} />
          <Choice label="Seen by" options={choices("As usual", VISIBILITIES)} {...field("visibility")} />
          <Field label="Project" maxLength={LIMITS.memoryProject} {...field("project")} />
          <Field label="Tags" placeholder="one, another" {...field("tags")} />
          <Field label="As of" type="datetime-local" {...field("as_of")} />
          <Check label="Also what has ended" {...check("ended")} />
        </>
      }
    >
      {(memories) => <Table caption="Memories" columns={COLUMNS} rows={memories} keyOf={({ id }) => id} />}
    </FilteredList>
  );
}

function Holds({ memory }: { readonly memory: Memory }) {
  const { valid_from, valid_to, created_at, conflict_status } = memory;
  return (
    <span class="row">
      {holds(memory, Date.now()) ? (
        <span class="fine">
          since <When at={valid_from ?? created_at} />
        </span>
      ) : (
        <Badge>
          ended
          {valid_to !== null && (
            <>
              {" "}
              <When at={valid_to} />
            </>
          )}
        </Badge>
      )}
      {conflict_status === "active" && <Badge look="warning">disputed</Badge>}
    </span>
  );
}
