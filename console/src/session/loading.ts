// Reading for a page: what is shown meanwhile, what a failure says, and how to try again. A reading that nobody waits for
// any more is ended.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListPage } from "./list-page.ts";

export interface Loaded<T> {
  /** The newest answer; kept while it is read again. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  /** Reads again. */
  readonly again: () => void;
}

/** Reads when the page is shown, and again whenever something of `when` changes. */
export function useLoaded<T>(read: (signal: AbortSignal) => Promise<T>, when: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "again">>(NOTHING);
  const [turn, setTurn] = useState(0);
  const newest = useRef(read);
  newest.current = read;
  useEffect(() => {
    const ending = new AbortController();
    setState(({ value }) => ({ value, error: undefined, loading: true }));
    newest.current(ending.signal).then(
      (value) => ending.signal.aborted || setState({ value, error: undefined, loading: false }),
      (error) => ending.signal.aborted || setState(({ value }) => ({ value, error, loading: false })),
    );
    return () => ending.abort();
  }, [...when, turn]);
  return { ...state, again: useCallback(() => setTurn((before) => before + 1), []) };
}

export interface Listed<T> extends Loaded<readonly T[]> {
  /** True where there is another page. */
  readonly hasMore: boolean;
  /** Reads the next page; its items come behind those that are there. */
  readonly more: () => void;
}

/** A list that is read page by page, from the start whenever something of `when` changes. */
export function useListed<T>(
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<T>>,
  when: readonly unknown[],
): Listed<T> {
  const [state, setState] = useState<ListState<T>>({ ...NOTHING, next: null });
  const [turn, setTurn] = useState(0);
  const ending = useRef(new AbortController());
  const page = (cursor: string | undefined, before: readonly T[]): void => {
    ending.current.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    setState((known) => ({ ...known, error: undefined, loading: true }));
    read(cursor, signal).then(
      ({ items, next }) =>
        signal.aborted || setState({ value: [...before, ...items], next, error: undefined, loading: false }),
      (error) => signal.aborted || setState((known) => ({ ...known, error, loading: false })),
    );
  };
  useEffect(() => {
    page(undefined, []);
    return () => ending.current.abort();
  }, [...when, turn]);
  const { next, ...shown } = state;
  return {
    ...shown,
    hasMore: next !== null,
    more: () => next !== null && page(next, state.value ?? []),
    again: () => setTurn((before) => before + 1),
  };
}

type ListState<T> = Omit<Loaded<readonly T[]>, "again"> & { readonly next: string | null };

const NOTHING = { value: undefined, error: undefined, loading: true };

export interface Action<Given extends readonly unknown[]> {
  readonly run: (...given: Given) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly forget: () => void;
}

/** Something that is done on a click: once at a time, with what it failed with. */
export function useAction<Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<void>,
): Action<Given> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const run = (...given: Given): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setError(undefined);
    act(...given)
      .catch(setError)
      .finally(() => {
        isBusy.current = false;
        setBusy(false);
      });
  };
  return { run, busy, error, forget: () => setError(undefined) };
}
