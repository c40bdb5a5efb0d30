// How answers were judged, day by day: a picture, and the same as a table.

import { Empty, Panel, Shown, Table, Tabs } from "../../parts/index.ts";
import { href } from "../../routing.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { CHART, curveOf, type Day, shareOf, sum } from "./curve.ts";

const DAYS = 30;
const DAY_MS = 24 * 3_600_000;

export function Learning() {
  const { memory } = useSession();
  const curve = useLoaded((signal) => memory.learningCurve({ days: DAYS }, { signal }), [memory]);
  return (
    <Panel title="Learning" aside={<span class="fine">the last {DAYS} days</span>}>
      <Shown of={curve} lines={6}>
        {({ days }) =>
          sum(days, "judged") === 0 ? (
            <Empty title="No answer was judged yet">
              <p>
                <a href={href("ask")}>Ask something</a> and say whether it was useful: routes that helped get
                stronger, routes that misled get suppressed.
              </p>
            </Empty>
          ) : (
            <Judged days={days} />
          )
        }
      </Shown>
    </Panel>
  );
}

function Judged({ days }: { readonly days: readonly Day[] }) {
  return (
    <>
      <p>
        <strong class="share">{Math.round((shareOf(days) ?? 0) * 100)} %</strong> of {sum(days, "judged")}{" "}
        verdicts said <em>useful</em>; {sum(days, "answered")} of {sum(days, "asked")} questions were
        answered.
      </p>
      <Tabs
        label="Learning"
        tabs={[
          { title: "Curve", body: () => <Curve days={days} /> },
          {
            title: "Numbers",
            body: () => (
              <Table
                caption="Questions and verdicts by day"
                rows={days.toReversed()}
                keyOf={({ day }) => day}
                columns={[
                  { title: "Day", cell: ({ day }) => day },
                  { title: "Asked", number: true, cell: ({ asked }) => asked },
                  { title: "Answered", number: true, cell: ({ answered }) => answered },
                  { title: "Judged", number: true, cell: ({ judged }) => judged },
                  { title: "Useful", number: true, cell: ({ useful }) => useful },
                ]}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function Curve({ days }: { readonly days: readonly Day[] }) {
  const { days: drawn, share } = curveOf(days, Math.floor(Date.now() / DAY_MS), DAYS);
  return (
    <figure class="curve">
      <svg
        viewBox={`0 -8 ${CHART.width} ${CHART.height + 16}`}
        role="img"
        aria-label="Verdicts of each day, and the share of useful ones; the numbers are beside it"
      >
        {[0, 0.5, 1].map((part) => (
          <line key={part} class="level" x2={CHART.width} y1={CHART.height * part} y2={CHART.height * part} />
        ))}
        {drawn.map(({ day, x, judged, useful }) => (
          <g key={day.day}>
            <title>{`${day.day}: ${day.useful} of ${day.judged} useful`}</title>
            <rect class="misled" x={x} y={CHART.height - judged} width={CHART.bar} height={judged} rx={2} />
            <rect class="useful" x={x} y={CHART.height - useful} width={CHART.bar} height={useful} rx={2} />
          </g>
        ))}
        {share !== "" && <path class="share" d={share} />}
      </svg>
      <figcaption class="row fine">
        <span class="key useful">useful</span>
        <span class="key misled">misleading</span>
        {share !== "" && <span class="key line">share of useful, mean of a week</span>}
      </figcaption>
    </figure>
  );
}
