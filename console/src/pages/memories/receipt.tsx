// The receipt of an erasure: what went, whether the receipt is genuine, and whether both homes have forgotten. The replica
// follows a moment later; until it has, it is looked at again by itself.

import { useEffect } from "preact/hooks";
import {
  Badge,
  Button,
  Facts,
  Notice,
  Panel,
  Shown,
  StoredBlock,
  useToast,
  When,
} from "../../parts/index.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Counts } from "./counts.tsx";
import { countsOf, type Proof, proofOf } from "./erasing.ts";

const LOOKS_AGAIN_MS = 1_500;

export function ReceiptView({ id }: { readonly id: string }) {
  const { memory } = useSession();
  const proof = useLoaded((signal) => proofOf(memory, id, signal), [memory, id]);
  const isOnItsWay = proof.value !== undefined && !proof.value.verified && isBehind(proof.value);
  useEffect(() => {
    if (!isOnItsWay || proof.loading || proof.error !== undefined) return;
    const timer = setTimeout(proof.again, LOOKS_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isOnItsWay, proof.loading]);
  return (
    <Panel title="Receipt">
      <Shown of={proof} lines={5}>
        {(shown) => <Told proof={shown} again={proof.again} busy={proof.loading} />}
      </Shown>
    </Panel>
  );
}

/** Whether the replica has not yet come to the change that erased. */
function isBehind({ applied, receipt }: Proof): boolean {
  return applied === null || applied < receipt.revision;
}

function Told({ proof, again, busy }: { proof: Proof; again: () => void; busy: boolean }) {
  const { receipt, genuine, verified, reasons } = proof;
  const say = useToast();
  const text = JSON.stringify(receipt, null, 2);
  return (
    <>
      <div class="row">
        <Badge look={genuine ? "good" : "bad"}>{genuine ? "genuine" : "not genuine"}</Badge>
        <Badge look={verified ? "good" : "warning"}>
          {verified
            ? "forgotten in both homes"
            : isBehind(proof)
              ? "the replica is on its way"
              : "not yet forgotten"}
        </Badge>
      </div>
      {!verified && (
        <Notice
          title={isBehind(proof) ? "The replica forgets a moment later" : "Something of it is still there"}
          actions={
            <Button busy={busy} onClick={again}>
              Look again
            </Button>
          }
        >
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div class="counts">
        <Facts
          of={[
            ["Erased", <When key="at" at={receipt.at} />],
            ["Named by", receipt.target.by.replaceAll("_", " ")],
            ["Refused from now on", `${receipt.tombstones} contents`],
            [
              "Lessons taken back",
              `${receipt.learning.exact} exactly, ${receipt.learning.estimated} by estimate`,
            ],
            ["Change", receipt.revision],
          ]}
        />
        <Counts caption="Rows that went from the object" rows={countsOf(receipt.counts.object)} />
      </div>
      <details class="receipt">
        <summary>The receipt itself</summary>
        <StoredBlock label="The receipt itself" text={text} />
      </details>
      <div class="row">
        <Button
          onClick={() =>
            navigator.clipboard.writeText(text).then(
              () => say("Copied."),
              () => say("It can't be copied here; mark the text above."),
            )
          }
        >
          Copy the receipt
        </Button>
        <span class="fine">It counts and hashes, and holds nothing of what was erased.</span>
      </div>
    </>
  );
}
