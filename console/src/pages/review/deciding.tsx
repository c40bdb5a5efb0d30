// The decision about one proposal: approve it as it was read, approve other words, or reject it with a reason.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { useKeys } from "../../keys.ts";
import { Area, Button, Confirm, Failed, Field, useToast } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import type { Queued } from "./data.ts";

interface Props {
  /** As it is shown; its digest says so to the memory. */
  readonly proposal: Queued;
  readonly decided: () => void;
  /** Reads the proposal again. */
  readonly again: () => void;
}

export function Deciding({ proposal, decided, again }: Props) {
  const { memoryOf } = useSession();
  const { id, digest, agent } = proposal;
  const [asking, setAsking] = useState<"edit" | "reject">();
  const [reason, setReason] = useState("");
  const [content, setContent] = useState("");
  const [title, setTitle] = useState("");
  const say = useToast();
  const approving = useAction(async (other: { content?: string; title?: string }) => {
    const { node_injected } = await memoryOf(agent).approve({ id, digest, ...other });
    say(node_injected ? "Approved: it is memory now." : "Approved: memory said the same already.");
    decided();
  });
  const rejecting = useAction(async () => {
    await memoryOf(agent).reject({ id, digest, reason: reason.trim() || undefined });
    say("Rejected.");
    decided();
  });
  const busy = approving.busy || rejecting.busy;
  const edit = (): void => {
    approving.forget();
    setContent(proposal.content);
    setTitle(proposal.title ?? "");
    setAsking("edit");
  };
  const reject = (): void => {
    rejecting.forget();
    setAsking("reject");
  };
  const close = (): void => {
    if (!busy) setAsking(undefined);
  };
  // Whole procedures are decided as they are.
  const mayEdit = proposal.kind !== "procedure";
  useKeys([
    { keys: "a", says: "Approve", act: () => busy || approving.run({}) },
    ...(mayEdit ? [{ keys: "e", says: "Edit and approve", act: prevented(edit) }] : []),
    { keys: "r", says: "Reject", act: prevented(reject) },
  ]);
  return (
    <>
      <div class="row">
        <Button
          look="main"
          busy={approving.busy}
          disabled={busy}
          aria-keyshortcuts="a"
          onClick={() => approving.run({})}
        >
          Approve
        </Button>
        {mayEdit && (
          <Button disabled={busy} aria-keyshortcuts="e" onClick={edit}>
            Edit and approve …
          </Button>
        )}
        <Button disabled={busy} aria-keyshortcuts="r" onClick={reject}>
          Reject …
        </Button>
      </div>
      {asking !== "edit" && (
        <Failed
          error={approving.error}
          again={() => {
            approving.forget();
            again();
          }}
        />
      )}
      {asking === "edit" && (
        <Confirm
          title="Edit and approve"
          act="Approve these words"
          busy={approving.busy}
          close={close}
          confirm={() => {
            const text = content.trim();
            if (text === "") return;
            approving.run({
              content: text === proposal.content ? undefined : text,
              title: title.trim() === (proposal.title ?? "") ? undefined : title.trim() || undefined,
            });
          }}
        >
          <p class="fine">What you write here becomes memory in place of what was proposed.</p>
          <Area
            label="Text"
            rows={6}
            maxLength={LIMITS.proposalText}
            value={content}
            wrong={content.trim() === "" ? "Write what is to be remembered." : undefined}
            onInput={(event) => setContent(event.currentTarget.value)}
          />
          <Field
            label="Title"
            hint="May be left out."
            maxLength={LIMITS.title}
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
          <Failed error={approving.error} />
        </Confirm>
      )}
      {asking === "reject" && (
        <Confirm
          title="Reject"
          act="Reject"
          danger
          busy={rejecting.busy}
          close={close}
          confirm={() => rejecting.run()}
        >
          <p>It becomes no memory, and the same text is refused for {LIMITS.rejectedDays} days.</p>
          <Area
            label="Reason"
            hint="The proposer is told. It may be left out."
            maxLength={LIMITS.reason}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
          <Failed error={rejecting.error} />
        </Confirm>
      )}
    </>
  );
}

/** The letter of the key does not go into the field that gets the focus. */
function prevented(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
