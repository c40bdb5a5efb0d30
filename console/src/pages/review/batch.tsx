// Deciding many at once: those that are chosen, each with a result of its own. It says beforehand what speaks against them.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Area, Button, Check, Confirm, Failed, Notice, Stored, useToast } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { type BatchOutcome, decideMany, isSuspicious, type Queued } from "./data.ts";

interface Props {
  readonly chosen: readonly Queued[];
  readonly shown: readonly Queued[];
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
  readonly decided: (ids: readonly string[]) => void;
}

export function Batch({ chosen, shown, choose, decided }: Props) {
  const { memoryOf } = useSession();
  const [asking, setAsking] = useState<"approve" | "reject">();
  const [reason, setReason] = useState("");
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<BatchOutcome["refused"]>([]);
  const say = useToast();
  const deciding = useAction(async (approve: boolean) => {
    setDone(0);
    const verdict = approve
      ? { approve: true as const }
      : { approve: false as const, reason: reason.trim() || undefined };
    const outcome = await decideMany(memoryOf, chosen, verdict, setDone);
    setAsking(undefined);
    setReason("");
    setRefused(outcome.refused);
    say(`${approve ? "Approved" : "Rejected"}: ${outcome.decided.length} of ${chosen.length}.`);
    decided(outcome.decided);
  });
  const all = shown.map(({ id }) => id);
  const close = (): void => {
    if (!deciding.busy) setAsking(undefined);
  };
  const progress = deciding.busy && (
    <p role="status">
      {done} of {chosen.length} decided …
    </p>
  );
  return (
    <>
      <div class="row batch">
        <Check
          label={chosen.length === 0 ? "Choose all that are shown" : `${chosen.length} chosen`}
          checked={chosen.length > 0 && chosen.length === shown.length}
          onChange={(event) => choose(all, event.currentTarget.checked)}
        />
        {chosen.length > 0 && (
          <>
            <Button onClick={() => setAsking("approve")}>Approve {chosen.length} …</Button>
            <Button onClick={() => setAsking("reject")}>Reject {chosen.length} …</Button>
            <Button look="quiet" onClick={() => choose(all, false)}>
              Choose none
            </Button>
          </>
        )}
      </div>
      {refused.length > 0 && (
        <Notice
          kind="warning"
          title={`${refused.length} could not be decided`}
          actions={<Button onClick={() => setRefused([])}>Understood</Button>}
        >
          <ul>
            {refused.map(({ id, message }) => (
              <li key={id}>
                <code>
                  <Stored text={id} />
                </code>
                : {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {asking === "approve" && (
        <Confirm
          title={`Approve ${chosen.length}`}
          act={`Approve ${chosen.length}`}
          busy={deciding.busy}
          close={close}
          confirm={() => deciding.run(true)}
        >
          <p>They become memory as they are, and questions are shown them from now on.</p>
          <Warnings chosen={chosen} />
          {progress}
          <Failed error={deciding.error} />
        </Confirm>
      )}
      {asking === "reject" && (
        <Confirm
          title={`Reject ${chosen.length}`}
          act={`Reject ${chosen.length}`}
          danger
          busy={deciding.busy}
          close={close}
          confirm={() => deciding.run(false)}
        >
          <p>They become no memory, and the same texts are refused for {LIMITS.rejectedDays} days.</p>
          <Area
            label="Reason"
            hint="The proposers are told. It may be left out."
            maxLength={LIMITS.reason}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
          {progress}
          <Failed error={deciding.error} />
        </Confirm>
      )}
    </>
  );
}

function Warnings({ chosen }: { readonly chosen: readonly Queued[] }) {
  const suspicious = chosen.filter(isSuspicious).length;
  const against = chosen.filter(({ conflicts }) => conflicts.length > 0).length;
  if (suspicious + against === 0) return null;
  return (
    <Notice kind="warning" title="Look at these first">
      {suspicious > 0 && (
        <p>{suspicious} may give orders to whoever reads them; approved, they are shown all the same.</p>
      )}
      {against > 0 && <p>{against} contradict what memory says.</p>}
    </Notice>
  );
}
