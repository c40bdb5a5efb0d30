// A secret, shown this once: to be copied, and gone with the dialog.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button, Dialog, Notice } from "../../parts/index.ts";

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly children?: ComponentChildren;
  readonly close: () => void;
}

export function Secret({ title, secret, children, close }: Props) {
  const shown = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<"yes" | "no">();
  const copy = (): void => {
    // Where the browser forbids it, what is selected can be copied by hand.
    getSelection()?.selectAllChildren(shown.current as HTMLElement);
    navigator.clipboard.writeText(secret).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  };
  return (
    <Dialog
      title={title}
      close={close}
      foot={
        <Button look="main" onClick={close}>
          I have it
        </Button>
      }
    >
      <Notice kind="warning" title="It is shown this once">
        Only its hash is kept: copy it now, to where it will be used. If it gets lost, make another.
      </Notice>
      <div class="secret">
        <code ref={shown}>{secret}</code>
        <Button onClick={copy}>Copy</Button>
      </div>
      <p role="status" class="fine">
        {copied === "yes" && "Copied."}
        {copied === "no" && "The browser does not let it be copied: it is selected, copy it by hand."}
      </p>
      {children}
    </Dialog>
  );
}
