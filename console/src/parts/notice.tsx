// What one is told on a page: a hint, a success, a warning, or why something failed and what to do.

import type { ComponentChildren } from "preact";
import { saidOf } from "../session/failure.ts";
import { Button } from "./button.tsx";

interface Props {
  readonly kind?: "hint" | "good" | "warning" | "bad";
  readonly title?: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function Notice({ kind = "hint", title, children, actions }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      {title && <p class="title">{title}</p>}
      {children && <div class="text">{children}</div>}
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}

/** Why a call failed; `again` offers to try it again. Nothing where nothing failed. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  if (error === undefined) return null;
  const { title, text, code, request } = saidOf(error);
  return (
    <Notice kind="bad" title={title} actions={again && <Button onClick={again}>Try again</Button>}>
      <p>{text}</p>
      {(code || request) && (
        <p class="fine">
          {code && <code>{code}</code>} {request && <>request {request}</>}
        </p>
      )}
    </Notice>
  );
}
