// All memories that hold, or held at a moment, through filters that stand in the address.

import { LIMITS } from "../../../../wire/limits.ts";
import {
  Badge,
  Button,
  Check,
  Choice,
  type Column,
  Empty,
  Failed,
  Field,
  Pager,
  Skeleton,
  Stored,
  Table,
  When,
} from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
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
  const { parameters } = usePlace();
  const asked = NAMES.map((name) => parameters.get(name) ?? "");
  const isFiltered = asked.some((value) => value !== "");
  const listed = useListed<Memory>(
    async (cursor, signal) => {
      const read = await memory.memories({ ...requestOf(parameters), cursor }, { signal });
      return { items: read.memories, next: read.next_cursor };
    },
    [memory, turn, ...asked],
  );
  const filter = (name: (typeof NAMES)[number]) => ({
    value: parameters.get(name) ?? "",
    onChange: (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      alter({ [name]: event.currentTarget.value }),
  });
  const choices = (all: string, values: readonly string[]) => [
    ["", all] as const,
    ...values.map((value) => [value, value] as const),
  ];
  return (
    <div class="stack">
      <search class="filters" aria-label="Filters">
        <Choice label="Type" options={choices("All types", TYPES)} {...filter("type")} />
        <Choice label="Scope" options={choices("All scopes", SCOPES)} {...filter("scope")} />
        <Choice label="Seen by" options={choices("As usual", VISIBILITIES)} {...filter("visibility")} />
        <Field label="Project" maxLength={LIMITS.memoryProject} {...filter("project")} />
        <Field label="Tags" placeholder="one, another" {...filter("tags")} />
        <Field label="As of" type="datetime-local" {...filter("as_of")} />
        <Check
          label="Also what has ended"
          checked={parameters.get("ended") === "yes"}
          onChange={(event) => alter({ ended: event.currentTarget.checked ? "yes" : undefined })}
        />
        {isFiltered && (
          <Button onClick={() => alter(Object.fromEntries(NAMES.map((name) => [name, undefined])))}>
            Clear filters
          </Button>
        )}
      </search>
      <Failed error={listed.error} again={listed.again} />
      {listed.value === undefined && listed.loading && <Skeleton lines={8} />}
      {listed.value?.length === 0 && (
        <Empty title={isFiltered ? "No memory is like that" : "There is no memory yet"}>
          <p>
            {isFiltered
              ? "Take a filter away, or look at another moment."
              : "Agents store them as they learn what should last; texts of files are found with Ask."}
          </p>
        </Empty>
      )}
      {listed.value !== undefined && listed.value.length > 0 && (
        <>
          <Table caption="Memories" columns={COLUMNS} rows={listed.value} keyOf={({ id }) => id} />
          <Pager of={listed} />
        </>
      )}
    </div>
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
