// Changing a memory: other words are a new version, anything else changes in its place. Only what was changed is sent, and
// only if nobody changed it meanwhile.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Area, Button, Choice, type Deed, Failed, Field, Notice } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { changesIn, type Draft, draftOf, type Memory, TYPES, VISIBILITIES, wrongIn } from "./data.ts";

interface Props {
  readonly memory: Memory;
  readonly cancel: () => void;
  readonly done: (deed: Deed) => void;
}

export function Editing({ memory: known, cancel, done }: Props) {
  const { memory } = useSession();
  const [draft, setDraft] = useState(draftOf(known));
  const [unchanged, setUnchanged] = useState(false);
  const wrong = wrongIn(draft, known);
  const changes = changesIn(draft, known);
  const saving = useAction(async () => {
    const { id, etag } = known;
    const { event_id, quarantined } = await memory.changeMemory({ id, ...changes }, { ifMatch: etag });
    const said = "content" in changes ? "A new version is stored; the earlier one is kept." : "Changed.";
    done({
      said: quarantined ? `${said} The screen keeps it back: look at the review.` : said,
      event: event_id,
    });
  });
  const field = (name: keyof Draft) => ({
    value: draft[name],
    wrong: wrong[name],
    onInput: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  const values = (all: readonly string[]) => all.map((value) => [value, value] as const);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const isSame = Object.keys(changes).length === 0;
        setUnchanged(isSame);
        if (!isSame && Object.keys(wrong).length === 0) saving.run();
      }}
    >
      <Area
        label="Text"
        rows={5}
        maxLength={LIMITS.text}
        hint="Other words are a new version; the earlier one is kept."
        {...field("content")}
      />
      <div class="filters of-form">
        <Choice label="Type" options={values(TYPES)} {...field("type")} />
        <Choice label="Seen by" options={values(VISIBILITIES)} {...field("visibility")} />
        <Field label="Sure, in percent" type="number" min={0} max={100} {...field("confidence")} />
        <Field label="Project" maxLength={LIMITS.memoryProject} {...field("project")} />
        <Field label="Tags" hint="Separated by commas" {...field("tags")} />
        <Field label="Planned end" type="datetime-local" {...field("until")} />
      </div>
      {unchanged && <Notice title="Nothing is changed yet" />}
      <Failed error={saving.error} />
      <div class="row">
        <Button look="main" type="submit" busy={saving.busy}>
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  );
}
