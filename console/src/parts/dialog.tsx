// A dialog: the browser's own, so the focus stays inside, Escape closes it, and what was focused before is again after.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

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
  readonly confirm: () => void;
}

/** Asks before something is done. */
export function Confirm({ act, danger, busy, confirm, ...dialog }: ConfirmProps) {
  return (
    <Dialog
      {...dialog}
      foot={
        <>
          <Button onClick={dialog.close}>Cancel</Button>
          <Button look={danger ? "danger" : "main"} busy={busy} onClick={confirm}>
            {act}
          </Button>
        </>
      }
    />
  );
}
