// Taking a file as the memory: sent in parts with how far it is; a refusal leaves everything as it was, and says what to do.

import { useRef, useState } from "preact/hooks";
import type { ImportReply } from "../../../../wire/moving.ts";
import {
  Button,
  bytesOf,
  Check,
  Choice,
  Confirm,
  Failed,
  Field,
  Notice,
  Panel,
  Progress,
  Stored,
} from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { cureOf, type ImportWishes, importFile, sumOf } from "./data.ts";

const WISHES: ImportWishes = { replace: false, another: false, reembed: false, dangling: "refuse" };

export function Importing({ done }: { readonly done: () => void }) {
  const { memory, agent } = useSession();
  const [file, setFile] = useState<File>();
  const [none, setNone] = useState(false);
  const [wishes, setWishes] = useState(WISHES);
  const [isAsking, setAsking] = useState(false);
  const [far, setFar] = useState<ImportReply>();
  const [taken, setTaken] = useState<ImportReply>();
  const ending = useRef(new AbortController());
  const sending = useAction(async (chosen: File) => {
    setAsking(false);
    setTaken(undefined);
    ending.current = new AbortController();
    const { signal } = ending.current;
    try {
      setTaken(await importFile(memory, chosen, wishes, setFar, signal));
      done();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      setFar(undefined);
    }
  });
  const cure = cureOf(sending.error);
  return (
    <Panel title="Import">
      <p>
        A file of an export, or openclawbrain's state.json, becomes this agent's memory. It is checked as a
        whole, and taken whole or not at all.
      </p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setNone(file === undefined);
          if (!file) return;
          if (wishes.replace) setAsking(true);
          else sending.run(file);
        }}
      >
        <Field
          label="File"
          type="file"
          accept=".ndjson,.json,application/x-ndjson,application/json"
          wrong={none ? "Choose a file first." : undefined}
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
        <details open={cure !== null || undefined}>
          <summary>What the file may do</summary>
          <div class="stack wishes">
            <Check
              label="Take the place of this memory"
              hint="What is here now is gone then; export it first."
              checked={wishes.replace}
              onChange={(event) => setWishes({ ...wishes, replace: event.currentTarget.checked })}
            />
            <Check
              label="It is the memory of another agent, and this is meant"
              checked={wishes.another}
              onChange={(event) => setWishes({ ...wishes, another: event.currentTarget.checked })}
            />
            <Check
              label="Embed its texts anew"
              hint="Where it was made with another embedder; taught questions are lost."
              checked={wishes.reembed}
              onChange={(event) => setWishes({ ...wishes, reembed: event.currentTarget.checked })}
            />
            <Choice
              label="Rows that name texts which the file lacks"
              value={wishes.dangling}
              options={[
                ["refuse", "refuse the file"],
                ["drop", "leave them out"],
                ["keep", "take them as they are"],
              ]}
              onChange={(event) =>
                setWishes({ ...wishes, dangling: event.currentTarget.value as ImportWishes["dangling"] })
              }
            />
          </div>
        </details>
        <div class="row">
          <Button type="submit" busy={sending.busy}>
            Import
          </Button>
          {sending.busy && (
            <Button look="quiet" onClick={() => ending.current.abort()}>
              Call it off
            </Button>
          )}
        </div>
      </form>
      {sending.busy && file && (
        <Progress label="Import" done={far?.bytes ?? 0} of={file.size}>
          {far?.complete
            ? "All is there; it is checked and taken."
            : `${bytesOf(far?.bytes ?? 0)} of ${bytesOf(file.size)} sent`}
        </Progress>
      )}
      <Failed error={sending.error} />
      {cure !== null && <Notice title="What helps">{cure} This memory is as it was.</Notice>}
      {taken?.result && (
        <Notice kind="good" title="The file is this agent's memory now">
          {sumOf(taken.result.taken).toLocaleString("en")} rows taken, {sumOf(taken.result.dropped)} left out,{" "}
          {taken.result.reembedded} texts embedded anew.
        </Notice>
      )}
      {isAsking && file && (
        <Confirm
          title="Put the file in place of this memory?"
          act="Replace the memory"
          danger
          typed={agent ?? ""}
          close={() => setAsking(false)}
          confirm={() => sending.run(file)}
        >
          <p>
            Everything that <Stored text={agent ?? ""} /> holds is gone, and what{" "}
            <Stored text={file.name} most={80} /> holds takes its place. <code>POST …/restore</code> brings
            back a state of the last thirty days.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}
