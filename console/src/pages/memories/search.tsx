// Finding memories for a question, and why each stands where it does: nine factors, what each weighs, what it came to.

import { useState } from "preact/hooks";
import type { ReplyOf } from "../../../../wire/endpoints.ts";
import { LIMITS } from "../../../../wire/limits.ts";
import { Badge, Button, Empty, Failed, Field, Notice, Stored, Table } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { type Found, factorsOf } from "./data.ts";
import { look } from "./look.ts";

const TEXT_SHOWN = 240;
const MOST = 20;

export function Search() {
  const { memory } = useSession();
  const asked = usePlace().parameters.get("question") ?? "";
  const [question, setQuestion] = useState(asked);
  const [reply, setReply] = useState<ReplyOf<"searchMemories">>();
  const searching = useAction(async (query: string) => {
    setReply(await memory.searchMemories({ query, limit: MOST }));
  });
  // A link may bring its question along.
  useLoaded(async () => {
    if (asked !== "") searching.run(asked);
  }, [asked, memory]);
  return (
    <div class="stack">
      <form
        class="row end"
        onSubmit={(event) => {
          event.preventDefault();
          const text = question.trim();
          if (text === "") return;
          if (text === asked) searching.run(text);
          else alter({ question: text });
        }}
      >
        <Field
          label="Question"
          type="search"
          maxLength={LIMITS.query}
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button look="main" type="submit" busy={searching.busy}>
          Search
        </Button>
      </form>
      <Failed error={searching.error} />
      {!reply && !searching.busy && (
        <Empty title="Search memories by their meaning">
          <p>Each result says what it owes its place to.</p>
        </Empty>
      )}
      {reply?.degraded && (
        <Notice kind="warning" title="The embedder does not answer">
          Meaning counts nothing in this search.
        </Notice>
      )}
      {reply?.results.length === 0 && <Empty title="No memory was found" />}
      <ol class="found" aria-label="Results">
        {reply?.results.map((found) => (
          <One key={found.memory.id} found={found} weights={reply.weights} />
        ))}
      </ol>
    </div>
  );
}

function One({
  found,
  weights,
}: {
  readonly found: Found;
  readonly weights: Readonly<Record<string, number>>;
}) {
  const { memory, final_score, supersession_penalty, conflict_penalty, conflicts_with } = found;
  const factors = factorsOf(found, weights);
  const most = Math.max(...factors.map(({ counts }) => counts), Number.MIN_VALUE);
  return (
    <li class="panel">
      <p>
        <Button look="quiet" class="small" onClick={() => look(memory.id)}>
          <Stored text={memory.content} most={TEXT_SHOWN} />
        </Button>
      </p>
      <p class="row fine">
        <Badge look="accent">score {final_score.toFixed(3)}</Badge>
        <Badge>{memory.type}</Badge>
        <span>mostly by {factors[0].name.toLowerCase()}</span>
        {conflicts_with.length > 0 && <Badge look="warning">disputed</Badge>}
      </p>
      <details>
        <summary>Why it stands here</summary>
        <Table
          caption="Factors"
          rows={factors}
          keyOf={({ name }) => name}
          columns={[
            {
              title: "Factor",
              cell: ({ name, says }) => (
                <>
                  {name} <span class="fine">{says}</span>
                </>
              ),
            },
            { title: "Score", cell: ({ score }) => score.toFixed(2), number: true },
            { title: "Weight", cell: ({ weight }) => weight.toFixed(2), number: true },
            { title: "Counts", cell: ({ counts }) => counts.toFixed(3), number: true },
            {
              title: "Share",
              cell: ({ name, counts }) => (
                <meter min={0} max={most} value={counts} aria-label={`What ${name.toLowerCase()} counts`} />
              ),
            },
          ]}
        />
        <p class="fine">
          Together {factors.reduce((sum, { counts }) => sum + counts, 0).toFixed(3)}
          {supersession_penalty !== 1 && <>, × {supersession_penalty} since a newer one says it</>}
          {conflict_penalty !== 1 && <>, × {conflict_penalty} since another contradicts it</>}:{" "}
          {final_score.toFixed(3)}
        </p>
      </details>
    </li>
  );
}
