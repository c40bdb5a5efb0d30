// Where there is nothing yet: what would be here, and how it comes.

import type { ComponentChildren } from "preact";

interface Props {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: Props) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      {children}
    </div>
  );
}
