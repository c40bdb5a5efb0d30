// A button. One that is busy says so and takes no click.

import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

interface Props extends Omit<ButtonHTMLAttributes, "loading"> {
  /** `main`: the one thing to do here. `danger`: what can't be taken back. `quiet`: beside other things. */
  readonly look?: "main" | "plain" | "danger" | "quiet";
  readonly busy?: boolean;
  readonly children: ComponentChildren;
}

export function Button({ look = "plain", busy = false, children, class: more, ...others }: Props) {
  return (
    <button
      type="button"
      {...others}
      class={`button ${look} ${more ?? ""}`}
      aria-busy={busy}
      disabled={busy || Boolean(others.disabled)}
    >
      {children}
    </button>
  );
}
