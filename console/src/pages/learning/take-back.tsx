// Taking back all that a token or source taught since a time: first what that would do, then the word typed.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import type { UndoReply, UndoRequest } from "../../../../wire/undoing.ts";
import { Button, Choice, Confirm, Failed, Field, Notice, Panel, useToast } from "../../parts/index.ts";
import { isOfTenant, useAuthors } from "../../session/authors.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { countOf } from "./data.ts";
import { Preview } from "./preview.tsx";

const DAY_MS = 24 * 3_600_000;

export function TakeBack() {
  const session = useSession();
  const { memory, me } = session;
  const authors = useAuthors();
  const [by, setBy] = useState<"token" | "source">("token");
  const [author, setAuthor] = useState(me.id ?? "");
  const [source, setSource] = useState("");
  const [since, setSince] = useState(localTimeOf(Date.now() - DAY_MS));
  const [wrong, setWrong] = useState<string>();
  const [found, setFound] = useState<{ readonly request: UndoRequest; readonly reply: UndoReply }>();
  const [isAsking, setAsking] = useState(false);
  const say = useToast();
  const looking = useAction(async () => {
    const from = Date.parse(since);
    setFound(undefined);
    setWrong(Number.isNaN(from) ? "Choose a time." : undefined);
    if (Number.isNaN(from) || (by === "source" && source.trim() === "")) return;
    const what = by === "source" ? { source: source.trim() } : { author };
    const request: UndoRequest = { ...what, since: Math.max(0, from) };
    setFound({ request, reply: await memory.undo({ ...request, dry_run: true }) });
  });
  const undoing = useAction(async (request: UndoRequest) => {
    const { events } = await memory.undo(request);
    setAsking(false);
    setFound(undefined);
    say(`Taken back: ${countOf(events, "event")}.`);
  });
  const change = <T,>(set: (value: T) => void, value: T): void => {
    setFound(undefined);
    set(value);
  };
  const everybody = isOfTenant(session) ? [...authors.values()] : [];
  const own = { id: me.id ?? "", name: `${me.name ?? "you"} (this one)` };
  const tokens = [own, ...everybody.filter(({ id }) => id !== me.id)];
  return (
    <Panel title="Take back all of a token">
      <p>
        For a client that taught nonsense: what it taught since a time is removed, and its verdicts give their
        weights back. What others taught stays.
      </p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          looking.run();
        }}
      >
        <div class="columns">
          {session.can("owner") && (
            <Choice
              label="Of what"
              value={by}
              options={[
                ["token", "Of a token"],
                ["source", "Of a source that texts name"],
              ]}
              onChange={(event) => change(setBy, event.currentTarget.value as "token" | "source")}
            />
          )}
          {by === "token" ? (
            <Choice
              label="Token"
              value={author}
              options={tokens.map(({ id, name }) => [id, name] as const)}
              onChange={(event) => change(setAuthor, event.currentTarget.value)}
            />
          ) : (
            <Field
              label="Source"
              value={source}
              maxLength={LIMITS.path}
              required
              onInput={(event) => change(setSource, event.currentTarget.value)}
            />
          )}
          <Field
            label="Since"
            type="datetime-local"
            value={since}
            wrong={wrong}
            onInput={(event) => change(setSince, event.currentTarget.value)}
          />
        </div>
        <div class="row">
          <Button type="submit" busy={looking.busy}>
            What would it do?
          </Button>
        </div>
      </form>
      <Failed error={looking.error} />
      {found && (
        <section aria-label="What it would do" class="stack">
          <Preview of={found.reply} />
          {found.reply.events > 0 && (
            <div class="row">
              <Button look="danger" onClick={() => setAsking(true)}>
                Take back {countOf(found.reply.events, "event")} …
              </Button>
            </div>
          )}
        </section>
      )}
      {found && isAsking && (
        <Confirm
          title={`Take back ${countOf(found.reply.events, "event")}?`}
          act="Take back"
          danger
          typed="take back"
          busy={undoing.busy}
          close={() => setAsking(false)}
          confirm={() => undoing.run(found.request)}
        >
          <p>
            {countOf(found.reply.nodes_removed_count, "text")} that were taught are removed, and{" "}
            {countOf(found.reply.edges_changed, "route")} change. What is taught until you confirm is taken
            back too.
          </p>
          <Notice kind="warning">An undo can't be undone.</Notice>
          <Failed error={undoing.error} />
        </Confirm>
      )}
    </Panel>
  );
}

/** As a field of day and time wants it, in the time of the browser. */
function localTimeOf(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
