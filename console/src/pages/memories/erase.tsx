// Erasing, for owners: what is meant, what would go with it, and only then, after a typed word, the erasure with its receipt.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Area, Button, Choice, Confirm, Failed, Field, Notice, Panel } from "../../parts/index.ts";
import { usePlace } from "../../routing.ts";
import { useAuthors } from "../../session/authors.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { ERASED_BY, type ErasedBy, type Footprint, type Target, targetOf, textsOf } from "./erasing.ts";
import { Preview } from "./preview.tsx";
import { ReceiptView } from "./receipt.tsx";

const WORD = "erase";

export function Erase() {
  const { memory, agent } = useSession();
  const authors = useAuthors();
  const { parameters } = usePlace();
  const asked = ERASED_BY.find(([one]) => one === parameters.get("by"))?.[0] ?? "node_ids";
  const [by, setBy] = useState<ErasedBy>(asked);
  const [named, setNamed] = useState(parameters.get("named") ?? "");
  const [empty, setEmpty] = useState(false);
  const [preview, setPreview] = useState<{ target: Target; footprint: Footprint }>();
  const [asking, setAsking] = useState(false);
  const [erasure, setErasure] = useState<string>();
  const previewing = useAction(async (target: Target) => {
    setErasure(undefined);
    setPreview({ target, footprint: await memory.erase({ ...target, dry_run: true }) });
  });
  const erasing = useAction(async (target: Target) => {
    const { receipt } = await memory.erase(target);
    setAsking(false);
    setPreview(undefined);
    setNamed("");
    setErasure(receipt?.erasure_id);
  });
  const changed = (): void => {
    setPreview(undefined);
    previewing.forget();
    setEmpty(false);
  };
  const wrong = empty ? "Say what is to be erased." : undefined;
  const given = {
    value: named,
    wrong,
    onInput: (event: { currentTarget: { value: string } }) => {
      setNamed(event.currentTarget.value);
      changed();
    },
  };
  return (
    <div class="stack">
      <Panel
        title="What is to be erased"
        aside={
          <Button look="quiet" class="small" onClick={() => setErasure("last")}>
            The newest receipt
          </Button>
        }
      >
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            const target = targetOf(by, named);
            setEmpty(target === null);
            if (target) previewing.run(target);
          }}
        >
          <Choice
            label="Erase"
            value={by}
            options={ERASED_BY}
            onChange={(event) => {
              setBy(event.currentTarget.value as ErasedBy);
              setNamed("");
              changed();
            }}
          />
          {by === "node_ids" && (
            <Area label="Ids" hint="One a line." rows={3} spellcheck={false} {...given} />
          )}
          {by === "source" && <Field label="File or source" maxLength={LIMITS.path} {...given} />}
          {by === "author" && (
            <>
              <Field
                label="Id of the token"
                list="authors"
                autocomplete="off"
                maxLength={LIMITS.name}
                {...given}
              />
              <datalist id="authors">
                {[...authors.values()].map(({ id, name }) => (
                  <option key={id} value={id} label={name} />
                ))}
              </datalist>
            </>
          )}
          {by === "project" && <Field label="Project" maxLength={LIMITS.memoryProject} {...given} />}
          {by === "agent" && (
            <Notice kind="warning" title="Everything that this agent knows">
              The agent stays, empty, with its audit chain, and what was erased is refused from then on.
            </Notice>
          )}
          <div class="row">
            <Button type="submit" busy={previewing.busy}>
              Show what would go
            </Button>
            <span class="fine">Nothing is erased by that.</span>
          </div>
        </form>
        <Failed error={previewing.error} />
      </Panel>
      {preview && <Preview footprint={preview.footprint} erase={() => setAsking(true)} />}
      {preview && asking && (
        <Confirm
          title="Erase for good"
          act="Erase for good"
          danger
          typed={by === "agent" ? (agent ?? WORD) : WORD}
          busy={erasing.busy}
          close={() => erasing.busy || setAsking(false)}
          confirm={() => erasing.run(preview.target)}
        >
          <p>
            {textsOf(preview.footprint)} and what was learned from them are erased in both homes. This can't
            be taken back, and the same contents are refused from then on.
          </p>
          <Failed error={erasing.error} />
        </Confirm>
      )}
      {erasure !== undefined && <ReceiptView key={erasure} id={erasure} />}
    </div>
  );
}
