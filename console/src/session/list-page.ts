// A page of a list that is read page by page. Without a component, so that what reads one can be tested in Node.

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
