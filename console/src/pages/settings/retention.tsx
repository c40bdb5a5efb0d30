// How long memory of a kind lasts: what would be over is said before it is set.

import { useState } from "preact/hooks";
import { LIMITS } from "../../../../wire/limits.ts";
import { RETAINED_KINDS, type RetainedKind, type RetentionReply } from "../../../../wire/retention.ts";
import {
  Button,
  Choice,
  Confirm,
  Facts,
  Failed,
  Field,
  Panel,
  Shown,
  Stored,
  useToast,
  When,
} from "../../parts/index.ts";
import { useAction, useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";

const SHOWN = 10;

export function Retention() {
  const { memory, can } = useSession();
  const retention = useLoaded((signal) => memory.retention({ signal }), [memory]);
  return (
    <Panel title="Retention">
      <Shown of={retention} lines={5}>
        {(now) => (
          <>
            <Facts
              of={RETAINED_KINDS.map((kind) => [
                kind,
                now.days[kind] === undefined ? "lasts" : `${now.days[kind]} days`,
              ])}
            />
            <p class="fine">
              What is over is kept back like what the screen keeps back, {now.notice_days} days after it was
              announced at the soonest; nothing is deleted by its age.
            </p>
            {now.count > 0 && <Expiring of={now} />}
          </>
        )}
      </Shown>
      {can("owner") && <Change done={retention.again} />}
    </Panel>
  );
}

function Expiring({ of }: { readonly of: RetentionReply }) {
  return (
    <details>
      <summary>{of.count} are over soon</summary>
      <ul class="expiring">
        {of.expiring.slice(0, SHOWN).map(({ id, at }) => (
          <li key={id}>
            <Stored text={id} most={60} />{" "}
            <span class="fine">
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Change({ done }: { readonly done: () => void }) {
  const { memory } = useSession();
  const [kind, setKind] = useState<RetainedKind>("teaching");
  const [days, setDays] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [found, setFound] = useState<RetentionReply>();
  const say = useToast();
  const wanted = () => ({ kind, days: days.trim() === "" ? null : Number(days) });
  const looking = useAction(async () => {
    const { days: many } = wanted();
    const isDays = many === null || (Number.isInteger(many) && many >= 1 && many <= LIMITS.retentionDays);
    setWrong(isDays ? undefined : `Give 1 to ${LIMITS.retentionDays} whole days, or nothing.`);
    if (isDays) setFound(await memory.setRetention({ ...wanted(), dry_run: true }));
  });
  const setting = useAction(async () => {
    await memory.setRetention(wanted());
    setFound(undefined);
    say("The retention is changed.");
    done();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        looking.run();
      }}
    >
      <div class="row end">
        <Choice
          label="Kind"
          value={kind}
          options={RETAINED_KINDS.map((one) => [one, one] as const)}
          onChange={(event) => setKind(event.currentTarget.value as RetainedKind)}
        />
        <Field
          label="Days"
          value={days}
          inputMode="numeric"
          placeholder="lasts"
          autocomplete="off"
          wrong={wrong}
          onInput={(event) => setDays(event.currentTarget.value)}
        />
        <Button type="submit" busy={looking.busy}>
          Change …
        </Button>
      </div>
      <Failed error={looking.error} />
      {found && (
        <Confirm
          title={`Change how long every ${kind} lasts?`}
          act="Change retention"
          busy={setting.busy}
          close={() => setFound(undefined)}
          confirm={() => setting.run()}
        >
          <p>
            {wanted().days === null
              ? `What is a ${kind} lasts from now on.`
              : `What is a ${kind} is kept back after ${days} days.`}{" "}
            {found.count === 0
              ? "Nothing is over within the days of notice."
              : `${found.count} would be over within ${found.notice_days} days.`}
          </p>
          {found.count > 0 && <Expiring of={found} />}
          <Failed error={setting.error} />
        </Confirm>
      )}
    </form>
  );
}
