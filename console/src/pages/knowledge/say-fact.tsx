// Saying a fact: who or what, how, to whom or what, and since when. What it ends or contradicts is told afterwards.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Button, type Deed, Dialog, Failed, Field } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { becameOf, EMPTY_SAYING, RELATIONS, requestOf, type Saying, wrongIn } from "./data.ts";

interface Props {
  readonly subject: string;
  readonly close: () => void;
  readonly done: (deed: Deed) => void;
}

export function SayFact({ subject, close, done }: Props) {
  const { memory } = useSession();
  const [saying, setSaying] = useState<Saying>({ ...EMPTY_SAYING, subject });
  const [tried, setTried] = useState(false);
  const wrong = wrongIn(saying, Date.now());
  const storing = useAction(async () => {
    const reply = await memory.storeFact(requestOf(saying));
    done({ said: becameOf(reply), event: reply.event_id });
  });
  const field = (name: keyof Saying) => ({
    value: saying[name],
    wrong: tried ? wrong[name] : undefined,
    autocomplete: "off" as const,
    onInput: (event: { currentTarget: { value: string } }) =>
      setSaying({ ...saying, [name]: event.currentTarget.value }),
  });
  return (
    <Dialog title="Say a fact" close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(wrong).length === 0) storing.run();
        }}
      >
        <Field
          label="Whom or what"
          placeholder="Orla Byrne"
          maxLength={LIMITS.entityName}
          {...field("subject")}
        />
        <Field
          label="Relation"
          placeholder="LIVES_IN"
          list="relations"
          hint="What is none of those offered is kept as “relates to”."
          maxLength={LIMITS.name}
          {...field("relation")}
        />
        <datalist id="relations">
          {RELATIONS.map((relation) => (
            <option key={relation} value={relation} />
          ))}
        </datalist>
        <Field
          label="To whom or what"
          placeholder="Galway"
          maxLength={LIMITS.entityName}
          {...field("object")}
        />
        <div class="filters of-form">
          <Field label="Since" placeholder="2024-03" {...field("since")} />
          <Field label="Until" placeholder="Not known" {...field("until")} />
          <Field label="Project" placeholder="None" maxLength={LIMITS.memoryProject} {...field("project")} />
        </div>
        <p class="hint">
          With a beginning it ends what was known of the same property, such as where somebody lives; without
          one both stand in conflict.
        </p>
        <Failed error={storing.error} />
        <div class="row">
          <Button look="main" type="submit" busy={storing.busy}>
            Say it
          </Button>
          <Button onClick={close}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
