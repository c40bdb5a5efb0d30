// All facts that hold, or held at a moment, through filters that stand in the address.

import { LIMITS } from "../../../../wire/limits.ts";
import { Button, Check, Choice, Empty, Failed, Field, Pager, Skeleton } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { type Fact, factsAsked, RELATIONS, saidOf } from "./data.ts";
import { FactTable } from "./fact-table.tsx";

const NAMES = ["about", "relation", "project", "as_of", "ended"] as const;

export function Facts({ turn }: { readonly turn: number }) {
  const { memory } = useSession();
  const { parameters } = usePlace();
  const asked = NAMES.map((name) => parameters.get(name) ?? "");
  const isFiltered = asked.some((value) => value !== "");
  const listed = useListed<Fact>(
    async (cursor, signal) => {
      const read = await memory.facts({ ...factsAsked(parameters), cursor }, { signal });
      return { items: read.facts, next: read.next_cursor };
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
        <Field label="About" placeholder="A name" maxLength={LIMITS.entityName} {...filter("about")} />
        <Choice
          label="Relation"
          options={[["", "All relations"], ...RELATIONS.map((one) => [one, saidOf(one)] as const)]}
          {...filter("relation")}
        />
        <Field label="Project" maxLength={LIMITS.memoryProject} {...filter("project")} />
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
        <Empty title={isFiltered ? "No fact is like that" : "No fact is known yet"}>
          <p>
            {isFiltered
              ? "Take a filter away, or look at another moment."
              : "How entities are related comes here: said as a fact, or found in what memories say."}
          </p>
        </Empty>
      )}
      {listed.value !== undefined && listed.value.length > 0 && (
        <>
          <FactTable caption="Facts" facts={listed.value} />
          <Pager of={listed} />
        </>
      )}
    </div>
  );
}
