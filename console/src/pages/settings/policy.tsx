// Who reviews what agents add, and who reads what is personal or secret.

import { useState } from "preact/hooks";
import { ROLES, type Role } from "../../../../wire/directory.ts";
import type { Policy as Rules } from "../../../../wire/policy.ts";
import { Button, Check, Choice, Facts, Failed, Panel, Shown, useToast } from "../../parts/index.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { changesOf } from "./data.ts";

const ROLE_OPTIONS = ROLES.map(
  (role) => [role, role === "owner" ? "owners alone" : `${role} and above`] as const,
);

export function Policy() {
  const { memory, can } = useSession();
  const policy = useLoaded((signal) => memory.policy({ signal }), [memory]);
  return (
    <Panel title="Policy">
      <Shown of={policy} lines={5}>
        {({ total_ms: _, ...rules }) =>
          can("owner") ? (
            <Change key={JSON.stringify(rules)} rules={rules} done={policy.again} />
          ) : (
            <Facts
              of={[
                ["What agents add", rules.capture === "direct" ? "counts at once" : "waits for a reviewer"],
                ["Reviewers", rules.self_approval ? "may approve their own" : "may not approve their own"],
                ["Personal data", `read by ${rules.personal_data} and above`],
                ["Secrets", `read by ${rules.secrets} and above`],
                [
                  "Language model",
                  rules.model_check ? "looks at what is added" : "does not look at what is added",
                ],
              ]}
            />
          )
        }
      </Shown>
    </Panel>
  );
}

function Change({ rules, done }: { readonly rules: Rules; readonly done: () => void }) {
  const { memory } = useSession();
  const [wanted, setWanted] = useState(rules);
  const say = useToast();
  const changes = changesOf(rules, wanted);
  const saving = useAction(async () => {
    await memory.setPolicy(changes);
    say("The policy is changed.");
    done();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        saving.run();
      }}
    >
      <Choice
        label="What agents add"
        value={wanted.capture}
        options={[
          ["direct", "counts at once"],
          ["proposal", "waits for a reviewer"],
        ]}
        hint="What owners add counts at once in either case."
        onChange={(event) => setWanted({ ...wanted, capture: event.currentTarget.value as Rules["capture"] })}
      />
      <Check
        label="Reviewers may approve what they proposed themselves"
        checked={wanted.self_approval}
        onChange={(event) => setWanted({ ...wanted, self_approval: event.currentTarget.checked })}
      />
      <Choice
        label="Who reads personal data"
        value={wanted.personal_data}
        options={ROLE_OPTIONS}
        hint="Others read [redacted:email] and the like."
        onChange={(event) => setWanted({ ...wanted, personal_data: event.currentTarget.value as Role })}
      />
      <Choice
        label="Who reads keys, tokens and passwords"
        value={wanted.secrets}
        options={ROLE_OPTIONS}
        onChange={(event) => setWanted({ ...wanted, secrets: event.currentTarget.value as Role })}
      />
      <Check
        label="A language model looks at what is added"
        hint="Later, at what the screen lets pass; what it names is kept back. Needs a model."
        checked={wanted.model_check}
        onChange={(event) => setWanted({ ...wanted, model_check: event.currentTarget.checked })}
      />
      <Failed error={saving.error} />
      <div class="row">
        <Button look="main" type="submit" busy={saving.busy} disabled={Object.keys(changes).length === 0}>
          Save policy
        </Button>
      </div>
    </form>
  );
}
