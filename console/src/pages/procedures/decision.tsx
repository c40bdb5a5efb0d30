// A decision: its branches, and what it says for numbers that one types.

import { useState } from "preact/hooks";
import type { EvaluateReply } from "../../../../wire/procedures.ts";
import { Button, Failed, Field, Notice, Stored, StoredBlock } from "../../parts/index.ts";
import { useAction } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { numbersOf, ruleOf, variablesOf } from "./data.ts";

interface Props {
  readonly id: string;
  readonly content: string;
  /** Only the newest version decides. */
  readonly isNewest: boolean;
}

export function Decision({ id, content, isNewest }: Props) {
  const rule = ruleOf(content);
  if (!rule) return <StoredBlock label="Rule" text={content} />;
  return (
    <div class="stack">
      <p>
        <Stored text={rule.description} />
      </p>
      <ol class="branches">
        {rule.branches.map(({ condition, result }) => (
          <li key={condition}>
            if{" "}
            <code>
              <Stored text={condition} />
            </code>{" "}
            → <Stored text={result} />
          </li>
        ))}
        <li>
          else → <Stored text={rule.otherwise} />
        </li>
      </ol>
      {isNewest && <Evaluate id={id} names={variablesOf(rule)} />}
    </div>
  );
}

function Evaluate({ id, names }: { readonly id: string; readonly names: readonly string[] }) {
  const { memory } = useSession();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [wrong, setWrong] = useState(false);
  const [verdict, setVerdict] = useState<EvaluateReply>();
  const deciding = useAction(async () => {
    const variables = numbersOf(given);
    setWrong(variables === null);
    if (variables) setVerdict(await memory.evaluate({ id, variables }));
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        deciding.run();
      }}
    >
      <div class="row end">
        {names.map((name) => (
          <Field
            key={name}
            label={name}
            value={given[name] ?? ""}
            inputMode="decimal"
            autocomplete="off"
            wrong={wrong && !Number.isFinite(Number(given[name] ?? "")) ? "This is no number." : undefined}
            onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" busy={deciding.busy}>
          Decide
        </Button>
      </div>
      <Failed error={deciding.error} />
      {verdict && (
        <Notice kind={verdict.used_default ? "hint" : "good"}>
          <p>
            <strong>
              <Stored text={verdict.result} />
            </strong>
          </p>
          <p class="fine">
            {verdict.matched_condition === undefined ? (
              "No condition holds: it is what is said else."
            ) : (
              <>
                Since <Stored text={verdict.matched_condition} />
              </>
            )}
            {verdict.missing_variables.length > 0 && (
              <>
                {" "}
                Not given, so passed over: <Stored text={verdict.missing_variables.join(", ")} />
              </>
            )}
          </p>
        </Notice>
      )}
    </form>
  );
}
