// The time that one looks at: a slider from the oldest node to now.

import { useEffect, useId, useState } from "preact/hooks";
import { Button } from "../../parts/index.ts";

interface Props {
  /** When the first node was made, milliseconds since 1970. */
  readonly oldest: number;
  /** Undefined: now. */
  readonly asOf: number | undefined;
  readonly change: (asOf: number | undefined) => void;
}

const STEPS = 200;
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export function TimeSlider({ oldest, asOf, change }: Props) {
  const id = useId();
  const now = Date.now();
  const stepOf = (at: number | undefined) =>
    at === undefined ? STEPS : Math.round(((at - oldest) / Math.max(1, now - oldest)) * STEPS);
  const [step, setStep] = useState(stepOf(asOf));
  useEffect(() => setStep(stepOf(asOf)), [asOf, oldest]);
  const momentOf = (at: number) => Math.round(oldest + ((now - oldest) * at) / STEPS);
  const said = step >= STEPS ? "now" : exact.format(momentOf(step));
  return (
    <div class="graph-time">
      <label for={id}>
        As of <strong>{said}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS}
        value={step}
        aria-valuetext={said}
        onInput={(event) => setStep(Number(event.currentTarget.value))}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          change(chosen >= STEPS ? undefined : momentOf(chosen));
        }}
      />
      {asOf !== undefined && <Button onClick={() => change(undefined)}>Now</Button>}
    </div>
  );
}
