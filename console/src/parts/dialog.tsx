// A dialog: the browser's own, so the focus stays inside, Escape closes it, and what was focused before is again after.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

interface Props {
  readonly title: ComponentChildren;
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** Buttons at its foot. */
  readonly foot?: ComponentChildren;
}

/** Shown as long as it is drawn. */
export function Dialog({ title, close, children, foot }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" onClick={close} aria-label="Close">
          ✕
        </Button>
      </header>
      <div class="body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </dialog>
  );
}

interface ConfirmProps extends Omit<Props, "foot"> {
  /** On the button that does it. */
  readonly act: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** A word that has to be typed before the button does it. */
  readonly typed?: string;
  readonly confirm: () => void;
}

/** Asks before something is done. */
export function Confirm({ act, danger, busy, typed, confirm, children, ...dialog }: ConfirmProps) {
  const [word, setWord] = useState("");
  const isTyped = typed === undefined || word.trim() === typed;
  return (
    <Dialog
      {...dialog}
      foot={
        <>
          <Button onClick={dialog.close}>Cancel</Button>
          <Button look={danger ? "danger" : "main"} busy={busy} disabled={!isTyped} onClick={confirm}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <Field
          label={`Type “${typed}” to go on`}
          value={word}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setWord(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}
