// What is shown while something is read: bars of the size of what comes, then the thing, or why it failed.

import type { ComponentChildren } from "preact";
import type { Listed, Loaded } from "../session/loading.ts";
import { Button } from "./button.tsx";
import { Failed } from "./notice.tsx";

/** Bars in place of text that is on its way. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

interface Props<T> {
  readonly of: Loaded<T>;
  readonly lines?: number;
  readonly children: (value: T) => ComponentChildren;
}

/** Draws what was read. */
export function Shown<T>({ of, lines, children }: Props<T>) {
  return (
    <>
      <Failed error={of.error} again={of.again} />
      {of.value !== undefined ? children(of.value) : of.loading && <Skeleton lines={lines} />}
    </>
  );
}

/** Under a list: how many are shown, and a button for more. */
export function Pager({ of }: { readonly of: Listed<unknown> }) {
  const count = of.value?.length ?? 0;
  if (count === 0) return null;
  return (
    <div class="pager">
      <span role="status">
        {count} shown{of.hasMore ? "" : ", which is all"}
      </span>
      {of.hasMore && (
        <Button busy={of.loading} onClick={of.more}>
          Show more
        </Button>
      )}
    </div>
  );
}
