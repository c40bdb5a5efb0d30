// Keys: `g` and a letter goes to a page, `/` to the first field of it, `?` shows them all. They can be switched off, since
// single letters clash with some ways to speak to a computer.

import { useEffect, useState } from "preact/hooks";
import type { Page } from "../pages.ts";
import { Check, Dialog } from "../parts/index.ts";
import { go } from "../routing.ts";

const KEY = "edgebrain.shortcuts";
const BETWEEN_MS = 1_500;

export function useShortcuts(pages: readonly Page[], help: () => void): void {
  useEffect(() => {
    let before = { key: "", at: 0 };
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areOn() || isTyping(event.target)) return;
      const isSecond = before.key === "g" && performance.now() - before.at < BETWEEN_MS;
      before = { key: isSecond ? "" : event.key, at: performance.now() };
      const target = isSecond && pages.find(({ key }) => key === event.key);
      if (target) go(target.path);
      else if (event.key === "?") help();
      else if (event.key === "/") {
        const field = document.querySelector<HTMLElement>(
          "main :is(input, textarea, select):not([type=checkbox])",
        );
        if (!field) return;
        event.preventDefault();
        field.focus();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [pages.length]);
}

export function ShortcutsHelp({
  pages,
  close,
}: {
  readonly pages: readonly Page[];
  readonly close: () => void;
}) {
  const [on, setOn] = useState(areOn());
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {pages.map(({ key, title }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>To the first field of the page</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>These keys</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what is open</dd>
        </div>
      </dl>
      <Check
        label="Keys are on"
        checked={on}
        onChange={(event) => {
          localStorage.setItem(KEY, event.currentTarget.checked ? "on" : "off");
          setOn(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}

function areOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest("input, textarea, select, dialog") !== null || target.isContentEditable)
  );
}
