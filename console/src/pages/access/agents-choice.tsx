// Which agents may be entered: all of the tenant, or some that are named.

import { LIMITS } from "../../../../wire/limits.ts";
import { Check, Choice } from "../../parts/index.ts";
import { useSession } from "../../session/session.ts";

interface Props {
  /** Null: all. */
  readonly chosen: readonly string[] | null;
  readonly choose: (agents: readonly string[] | null) => void;
  readonly wrong?: string;
}

export function AgentsChoice({ chosen, choose, wrong }: Props) {
  const { agents, me } = useSession();
  const all = me.agents === null ? "All of the tenant, later ones too" : "Those that you may enter";
  return (
    <>
      <Choice
        label="Agents"
        value={chosen === null ? "all" : "some"}
        options={[
          ["all", all],
          ["some", "Only these"],
        ]}
        wrong={wrong}
        onChange={(event) => choose(event.currentTarget.value === "all" ? null : [])}
      />
      {chosen !== null && (
        <fieldset class="agents">
          <legend class="unseen">Agents that may be entered</legend>
          {agents.map((name) => (
            <Check
              key={name}
              label={name}
              checked={chosen.includes(name)}
              disabled={!chosen.includes(name) && chosen.length >= LIMITS.agentsListed}
              onChange={(event) =>
                choose(
                  event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
