// Ask: a question as the agent asks it, what it is shown, why, and teaching it better. After a verdict or a correction the
// same question is asked again, and both answers stand side by side.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { Area, Badge, Button, Empty, Failed, Panel, StoredBlock, Tabs, useToast } from "../../parts/index.ts";
import { go, usePlace } from "../../routing.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Answered } from "./answered.tsx";
import { Compared } from "./compared.tsx";
import { type Answer, ask } from "./data.ts";
import { NodeDialog } from "./node-dialog.tsx";
import { RoutePicture } from "./route-picture.tsx";
import { Teaching } from "./teaching.tsx";
import { WhyNot } from "./why-not.tsx";
import "./ask.css";

export default function Ask() {
  const { memory, can } = useSession();
  const asked = usePlace().parameters.get("question") ?? "";
  const [question, setQuestion] = useState(asked);
  const [answer, setAnswer] = useState<Answer>();
  const [before, setBefore] = useState<Answer>();
  const [lesson, setLesson] = useState<string>();
  const [looked, setLooked] = useState<string>();
  const [empty, setEmpty] = useState(false);
  const say = useToast();
  const asking = useAction(async (text: string) => {
    const next = await ask(memory, text);
    setBefore(undefined);
    setLesson(undefined);
    setAnswer(next);
    go("ask", { question: text }, true);
  });
  // A link to this page may bring its question along.
  useLoaded(async () => {
    if (asked !== "" && asked !== answer?.question) asking.run(asked);
  }, [asked]);
  const askAgain = async (said: string, event?: string): Promise<void> => {
    if (!answer) return;
    say(said);
    const next = await ask(memory, answer.question);
    setBefore(answer);
    setLesson(event);
    setAnswer(next);
  };
  const takingBack = useAction(async (event: string) => {
    await memory.undo({ event_id: event });
    await askAgain("Taken back.");
  });
  return (
    <>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          const text = question.trim();
          setEmpty(text === "");
          if (text !== "") asking.run(text);
        }}
      >
        <Area
          label="Question"
          rows={2}
          value={question}
          maxLength={LIMITS.query}
          placeholder="When may we ship to production?"
          wrong={empty ? "Write a question first." : undefined}
          onInput={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <Button look="main" type="submit" busy={asking.busy}>
          Ask
        </Button>
      </form>
      <Failed error={asking.error} />
      {!answer && !asking.busy && (
        <Empty title="Ask what the agent would ask">
          <p>You see exactly what it is shown, how each text got there, and what was kept out.</p>
        </Empty>
      )}
      {answer && (
        <>
          {before && (
            <Compared
              before={before}
              now={answer}
              aside={
                lesson !== undefined && (
                  <Button busy={takingBack.busy} onClick={() => takingBack.run(lesson)}>
                    Take it back
                  </Button>
                )
              }
            />
          )}
          <Failed error={takingBack.error} />
          <Panel title="Answer" aside={<Decision answer={answer} />}>
            <Tabs
              label="Answer"
              tabs={[
                { title: "Texts", body: () => <Answered answer={answer} look={setLooked} /> },
                { title: "Route", body: () => <RoutePicture answer={answer} look={setLooked} /> },
                {
                  title: "As the agent gets it",
                  body: () =>
                    answer.reply.context === "" ? (
                      <Empty title="The agent is shown nothing" />
                    ) : (
                      <StoredBlock label="The fenced context" text={answer.reply.context} />
                    ),
                },
                { title: "Why not …", body: () => <WhyNot answer={answer} look={setLooked} /> },
              ]}
            />
          </Panel>
          {can("agent") && <Teaching key={answer.reply.query_id} answer={answer} taught={askAgain} />}
        </>
      )}
      {looked !== undefined && <NodeDialog id={looked} close={() => setLooked(undefined)} look={setLooked} />}
    </>
  );
}

function Decision({ answer: { reply } }: { readonly answer: Answer }) {
  const { decision, confidence, timings } = reply;
  const isAnswered = decision === "answered";
  return (
    <span class="row">
      <Badge look={isAnswered ? "good" : "warning"}>{isAnswered ? "answered" : "too unsure to answer"}</Badge>
      {confidence !== null && <span class="fine">confidence {Math.round(confidence * 100)} %</span>}
      <span class="fine">{timings.total_ms.toFixed(1)} ms</span>
      {reply.degraded && <Badge look="warning">without vectors</Badge>}
    </span>
  );
}
