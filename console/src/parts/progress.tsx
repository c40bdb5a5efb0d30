// How far something is that takes a while: a bar with its words.

import type { ComponentChildren } from "preact";

interface Props {
  readonly label: string;
  /** Done so far; without `of` nobody knows how much there is. */
  readonly done: number;
  readonly of?: number;
  readonly children: ComponentChildren;
}

export function Progress({ label, done, of, children }: Props) {
  return (
    <div class="progress">
      <progress
        aria-label={label}
        {...(of !== undefined && { value: Math.min(done, of), max: Math.max(1, of) })}
      />
      <p class="fine" role="status">
        {children}
      </p>
    </div>
  );
}

/** Bytes as people say them. */
export function bytesOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
