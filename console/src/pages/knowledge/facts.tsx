// All facts that hold, or held at a moment, through filters that stand in the address.

import { LIMITS } from "../../../../wire/limits.ts";
import { Check, Choice, Field, FilteredList, useFilters } from "../../parts/index.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { type Fact, factsAsked, RELATIONS, saidOf } from "./data.ts";
import { FactTable } from "./fact-table.tsx";

const NAMES = ["about", "relation", "project", "as_of", "ended"] as const;

export function Facts({ turn }: { readonly turn: number }) {
  const { memory } = useSession();
  const filters = useFilters(NAMES);
  const { parameters, asked, field, check } = filters;
  const listed = useListed<Fact>(
    async (cursor, signal) => {
      const read = await memory.facts({ ...factsAsked(parameters), cursor }, { signal });
      return { items: read.facts, next: read.next_cursor };
    },
    [memory, turn, ...asked],
  );
  return (
    <FilteredList
      filters={filters}
      listed={listed}
      unlike="No fact is like that"
      none={[
        "No fact is known yet",
        "How entities are related comes here: said as a fact, or found in what memories say.",
      ]}
      fields={
        <>
          <Field label="About" placeholder="A name" maxLength={LIMITS.entityName} {...field("about")} />
          <Choice
            label="Relation"
            options={[["", "All relations"], ...RELATIONS.map((one) => [one, saidOf(one)] as const)]}
            {...field("relation")}
          />
          <Field label="Project" maxLength={LIMITS.memoryProject} {...field("project")} />
          <Field label="As of" type="datetime-local" {...field("as_of")} />
          <Check label="Also what has ended" {...check("ended")} />
        </>
      }
    >
      {(facts) => <FactTable caption="Facts" facts={facts} />}
    </FilteredList>
  );
}
