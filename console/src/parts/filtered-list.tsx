// A list through filters that stand in the address: what is read, what there is none of, and the next page.

import type { ComponentChildren } from "preact";
import { alter, usePlace } from "../routing.ts";
import type { Listed } from "../session/loading.ts";
import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";
import { Pager, Skeleton } from "./loading.tsx";
import { Failed } from "./notice.tsx";

type Changed = { readonly currentTarget: HTMLInputElement | HTMLSelectElement };

export interface Filters<Name extends string> {
  readonly parameters: URLSearchParams;
  /** What each says, for what depends on them. */
  readonly asked: readonly string[];
  readonly isFiltered: boolean;
  /** Value and change of a field. */
  readonly field: (name: Name) => { readonly value: string; readonly onChange: (event: Changed) => void };
  /** The same of a box that is ticked or not. */
  readonly check: (name: Name) => { readonly checked: boolean; readonly onChange: (event: Changed) => void };
  readonly clear: () => void;
}

/** The filters of these names in the address. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const { parameters } = usePlace();
  const asked = names.map((name) => parameters.get(name) ?? "");
  return {
    parameters,
    asked,
    isFiltered: asked.some((value) => value !== ""),
    field: (name) => ({
      value: parameters.get(name) ?? "",
      onChange: ({ currentTarget }) => alter({ [name]: currentTarget.value }),
    }),
    check: (name) => ({
      checked: parameters.get(name) === "yes",
      onChange: ({ currentTarget }) =>
        alter({ [name]: (currentTarget as HTMLInputElement).checked ? "yes" : undefined }),
    }),
    clear: () => alter(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
}

interface Props<T> {
  readonly filters: Pick<Filters<string>, "isFiltered" | "clear">;
  readonly fields: ComponentChildren;
  readonly listed: Listed<T>;
  /** What is said where the filters let nothing through. */
  readonly unlike: string;
  /** What is said where there is nothing at all, and how it comes. */
  readonly none: readonly [title: string, how: string];
  readonly children: (items: readonly T[]) => ComponentChildren;
}

export function FilteredList<T>({ filters, fields, listed, unlike, none, children }: Props<T>) {
  const [title, how] = filters.isFiltered ? [unlike, "Take a filter away, or look at another moment."] : none;
  return (
    <div class="stack">
      <search class="filters" aria-label="Filters">
        {fields}
        {filters.isFiltered && <Button onClick={filters.clear}>Clear filters</Button>}
      </search>
      <Failed error={listed.error} again={listed.again} />
      {listed.value === undefined && listed.loading && <Skeleton lines={8} />}
      {listed.value?.length === 0 && (
        <Empty title={title}>
          <p>{how}</p>
        </Empty>
      )}
      {listed.value !== undefined && listed.value.length > 0 && (
        <>
          {children(listed.value)}
          <Pager of={listed} />
        </>
      )}
    </div>
  );
}
