// Tabs, with the keys that screen readers promise: arrows, Home and End.

import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { alter, usePlace } from "../routing.ts";

export interface Tab {
  readonly title: string;
  /** In the address, where the tabs are kept there; the first needs none. */
  readonly id?: string;
  readonly body: () => ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The parameter of the address that keeps which one is chosen, so that links and the back button find it. */
  readonly kept?: string;
}

export function Tabs({ label, tabs, kept }: Props) {
  const [first, setFirst] = useState(0);
  const { parameters } = usePlace();
  const named = kept === undefined ? null : (parameters.get(kept) ?? undefined);
  const chosen =
    named === null
      ? first
      : Math.max(
          0,
          tabs.findIndex((tab) => tab.id === named),
        );
  const setChosen = (index: number): void => {
    if (kept === undefined) setFirst(index);
    else alter({ [kept]: tabs[index].id });
  };
  const id = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const at = Math.min(chosen, tabs.length - 1);
  const move = (event: KeyboardEvent): void => {
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    buttons.current[next]?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label}>
        {tabs.map(({ title }, index) => (
          <button
            key={title}
            ref={(element) => {
              buttons.current[index] = element;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosen(index)}
            onKeyDown={move}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${at}`}>
        {tabs[at].body()}
      </div>
    </div>
  );
}
