// The embedder: which one, how it does, and having all texts embedded anew by another, with how far that is.

import { useEffect, useState } from "preact/hooks";
import type { ReembedReply } from "../../../../wire/embedding.ts";
import {
  Badge,
  Button,
  Confirm,
  Facts,
  Failed,
  Field,
  Notice,
  Panel,
  Progress,
  Shown,
  useToast,
} from "../../parts/index.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

const LOOK_AGAIN_MS = 1_000;
const LOOKS = { ok: "good", failing: "bad", missing: "bad" } as const;

export function Embedder() {
  const { memory, can } = useSession();
  const info = useLoaded((signal) => memory.info({ signal }), [memory]);
  const isRunning = info.value?.embedder.reembed.state === "running";
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(info.again, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <Panel title="Embedder">
      <Shown of={info} lines={5}>
        {({ embedder, nodes }) => (
          <>
            <Facts
              of={[
                ["Embedder", <code key="name">{embedder.name}</code>],
                ["Numbers of a vector", String(embedder.dimension)],
                [
                  "State",
                  <Badge key="state" look={LOOKS[embedder.state]}>
                    {embedder.state}
                  </Badge>,
                ],
                ["Texts", `${nodes.toLocaleString("en")}, of which ${embedder.pending} wait for a vector`],
                ["Refused", `${embedder.set_aside} texts, found by their words alone`],
                ["New agents take", <code key="default">{embedder.deployment_default}</code>],
              ]}
            />
            {embedder.message !== null && (
              <Notice kind="warning" title="The embedder fails">
                {embedder.message}
              </Notice>
            )}
            <Underway of={embedder.reembed} done={info.again} />
            {can("owner") && embedder.reembed.state !== "running" && (
              <Another suggested={embedder.deployment_default} done={info.again} />
            )}
          </>
        )}
      </Shown>
    </Panel>
  );
}

type State = Omit<ReembedReply, "total_ms" | "dry_run" | "characters">;

function Underway({ of, done }: { readonly of: State; readonly done: () => void }) {
  const { memory, can } = useSession();
  const cancelling = useAction(async () => {
    await memory.reembed({ cancel: true });
    done();
  });
  if (of.state === "none") return null;
  if (of.state !== "running")
    return (
      <p class="fine">
        The last re-embedding, to {of.to?.name ?? "another"},{" "}
        {of.state === "done" ? "is done" : "was called off"}
        {of.error === null ? "." : `: ${of.error}.`}
      </p>
    );
  return (
    <div class="stack">
      <Progress label="Re-embedding" done={of.done} of={of.total}>
        {of.done.toLocaleString("en")} of {of.total.toLocaleString("en")} texts read by {of.to?.name}
        {of.eta_ms !== null && `, about ${Math.ceil(of.eta_ms / 1000)} s left`}. Questions are answered by the
        one before meanwhile.
      </Progress>
      {of.error !== null && <Notice kind="warning">{of.error}</Notice>}
      {can("owner") && (
        <div class="row">
          <Button busy={cancelling.busy} onClick={() => cancelling.run()}>
            Call it off
          </Button>
        </div>
      )}
      <Failed error={cancelling.error} />
    </div>
  );
}

function Another({ suggested, done }: { readonly suggested: string; readonly done: () => void }) {
  const { memory } = useSession();
  const [name, setName] = useState(suggested);
  const [found, setFound] = useState<ReembedReply>();
  const say = useToast();
  const looking = useAction(async () =>
    setFound(await memory.reembed({ embedder: name.trim(), dry_run: true })),
  );
  const beginning = useAction(async () => {
    await memory.reembed({ embedder: name.trim() });
    setFound(undefined);
    say("Re-embedding has begun.");
    done();
  });
  return (
    <form
      class="row end"
      onSubmit={(event) => {
        event.preventDefault();
        looking.run();
      }}
    >
      <Field
        label="Another embedder"
        placeholder="static-v1"
        value={name}
        maxLength={200}
        required
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" busy={looking.busy}>
        Embed anew …
      </Button>
      <Failed error={looking.error} />
      {found && (
        <Confirm
          title="Embed all texts anew?"
          act="Embed anew"
          busy={beginning.busy}
          close={() => setFound(undefined)}
          confirm={() => beginning.run()}
        >
          <p>
            {found.total.toLocaleString("en")} texts and taught questions,{" "}
            {(found.characters ?? 0).toLocaleString("en")} characters, are read by{" "}
            <code>{found.to?.name ?? name}</code> in the background. It takes the place of the one before once
            all is read, and can be called off until then.
          </p>
          {found.questions_dropped > 0 && (
            <Notice kind="warning">
              {found.questions_dropped} taught questions whose words were not kept are lost.
            </Notice>
          )}
          <Failed error={beginning.error} />
        </Confirm>
      )}
    </form>
  );
}
