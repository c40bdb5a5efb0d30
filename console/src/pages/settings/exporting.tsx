// Saving the memory as a file: read in pages as a stream, with how far it is.

import { useRef, useState } from "preact/hooks";
import { Button, bytesOf, Failed, Notice, Panel, Progress } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { nameOf } from "./data.ts";

interface Far {
  readonly bytes: number;
  readonly pages: number;
}

export function Exporting() {
  const { memory, agent } = useSession();
  const [far, setFar] = useState<Far>();
  const [saved, setSaved] = useState<Far>();
  const ending = useRef(new AbortController());
  const saving = useAction(async () => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    setSaved(undefined);
    const parts: Blob[] = [];
    let bytes = 0;
    try {
      for await (const page of memory.export({ signal })) {
        const part = new Blob([page]);
        parts.push(part);
        bytes += part.size;
        setFar({ bytes, pages: parts.length });
      }
      download(new Blob(parts, { type: "application/x-ndjson" }), nameOf(agent ?? "memory", new Date()));
      setSaved({ bytes, pages: parts.length });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      setFar(undefined);
    }
  });
  return (
    <Panel title="Export">
      <p>
        Everything of this agent in one file, as it is at one moment: texts, routes, vectors, journal. Whoever
        has the file can read all of it.
      </p>
      <div class="row">
        <Button busy={saving.busy} onClick={() => saving.run()}>
          Save a file
        </Button>
        {saving.busy && (
          <Button look="quiet" onClick={() => ending.current.abort()}>
            Stop
          </Button>
        )}
      </div>
      {saving.busy && (
        <Progress label="Export" done={0}>
          {bytesOf(far?.bytes ?? 0)} in {far?.pages ?? 0} pages so far
        </Progress>
      )}
      <Failed error={saving.error} />
      {saved && (
        <Notice kind="good" title="Saved">
          {bytesOf(saved.bytes)} in {saved.pages} {saved.pages === 1 ? "page" : "pages"}.
        </Notice>
      )}
    </Panel>
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it up by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
