// Usage: the tenant's month against its limits, who used it, and the months before.

import { COUNTED, type Counts } from "../../../../wire/usage.ts";
import {
  Empty,
  Figure,
  Figures,
  Notice,
  Panel,
  Progress,
  Shown,
  Table,
  When,
  Who,
} from "../../parts/index.ts";
import { isOfTenant, useAuthors } from "../../session/authors.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { CALLED, countersOf, lookOf } from "./data.ts";

export default function Usage() {
  const session = useSession();
  if (!isOfTenant(session))
    return (
      <Notice title="Your token is limited to some agents">
        What concerns the whole tenant is for an owner of all of it.
      </Notice>
    );
  return <OfTenant />;
}

function OfTenant() {
  const { directory } = useSession();
  const authors = useAuthors();
  const usage = useLoaded((signal) => directory.usage({}, { signal }), [directory]);
  return (
    <Shown of={usage} lines={8}>
      {(month) => {
        const limited = countersOf(month).filter(({ most }) => most !== null);
        return (
          <>
            <p>
              <strong>{month.month}</strong>, in UTC; counting begins anew <When at={month.month_ends_at} />.
            </p>
            <Figures>
              {countersOf(month).map(({ name, title, count, most, share }) => (
                <Figure
                  key={name}
                  name={title}
                  value={count}
                  look={lookOf(share)}
                  note={
                    most === null
                      ? "no limit"
                      : `${Math.round((share ?? 0) * 100)} % of ${most.toLocaleString("en")}`
                  }
                />
              ))}
            </Figures>
            {limited.length > 0 && (
              <Panel title="Against the limits">
                {limited.map(({ name, title, count, most }) => (
                  <Progress key={name} label={title} done={count} of={most ?? 1}>
                    {title}: {count.toLocaleString("en")} of {most?.toLocaleString("en")}
                  </Progress>
                ))}
                <p class="fine">
                  Beyond a limit requests are refused with budget_exceeded; the operator sets it.
                </p>
              </Panel>
            )}
            <Panel title="By token">
              {month.tokens.length === 0 ? (
                <Empty title="Nobody has used anything this month" />
              ) : (
                <Table
                  caption="Usage of this month by token"
                  rows={month.tokens}
                  keyOf={({ token }) => token}
                  columns={[
                    {
                      title: "Token",
                      cell: ({ token }) =>
                        token === "other" ? "all others" : <Who id={token} among={authors} />,
                    },
                    ...COUNTS,
                  ]}
                />
              )}
            </Panel>
            {month.earlier.length > 0 && (
              <Panel title="Months before">
                <Table
                  caption="Usage of the months before"
                  rows={month.earlier}
                  keyOf={(one) => one.month}
                  columns={[{ title: "Month", cell: (one) => one.month }, ...COUNTS]}
                />
              </Panel>
            )}
          </>
        );
      }}
    </Shown>
  );
}

const COUNTS = COUNTED.map((name) => ({
  title: CALLED[name],
  number: true as const,
  cell: (counts: Counts) => counts[name].toLocaleString("en"),
}));
