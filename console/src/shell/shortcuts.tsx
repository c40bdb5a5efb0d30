// The keys of the frame: `g` and a letter goes to a page, `/` to the first field of it, `?` shows all keys that there are.

import { useState } from "preact/hooks";
import { keysAreOn, keysNow, switchKeys, useKeys } from "../keys.ts";
import type { Page } from "../pages.ts";
import { Check, Dialog } from "../parts/index.ts";
import { go } from "../routing.ts";

export function useShortcuts(pages: readonly Page[], help: () => void): void {
  useKeys([
    ...pages.map(({ key, path, title }) => ({ keys: `g ${key}`, says: title, act: () => go(path) })),
    {
      keys: "/",
      says: "To the first field of the page",
      act: (event) => {
        const field = document.querySelector<HTMLElement>(
          "main :is(input, textarea, select):not([type=checkbox])",
        );
        if (!field) return;
        event.preventDefault();
        field.focus();
      },
    },
    { keys: "?", says: "These keys", act: help },
  ]);
}

export function ShortcutsHelp({ close }: { readonly close: () => void }) {
  const [on, setOn] = useState(keysAreOn());
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {[...keysNow(), { keys: "Esc", says: "Close what is open" }].map(({ keys, says }) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <>
                  <kbd>{key}</kbd>{" "}
                </>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <Check
        label="Keys are on"
        checked={on}
        onChange={(event) => {
          switchKeys(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
