// What a tenant uses, and what it may use.

import { Refusal } from "../../wire/errors.ts";
import { type Budget, type Counts, UNLIMITED } from "../../wire/usage.ts";
import { endOfMonth, monthOf } from "../months.ts";
import { actorOf, type Handlers, tenantOf } from "./entry.ts";

export const USAGE_HANDLERS: Handlers<"usage" | "setBudget"> = {
  async usage(entry, { tenant: tenantName }) {
    const { id, name, budget } = await tenantOf(entry, tenantName);
    const month = monthOf(entry.now);
    const { total, tokens, earlier } = await entry.meter.usage(id, month).catch((cause: unknown) => {
      const refusal = new Refusal("unavailable", "the meter can't be reached: try again in a moment");
      refusal.cause = cause;
      throw refusal;
    });
    const limits = budget ?? UNLIMITED;
    return {
      tenant: name,
      month,
      month_ends_at: endOfMonth(entry.now),
      counts: total,
      limits,
      share: sharesOf(limits, total),
      tokens: tokens.map(([token, counts]) => ({ token, ...counts })),
      earlier: earlier.map(({ month, total }) => ({ month, ...total })),
    };
  },

  async setBudget(entry, { name, ...limits }) {
    const { directory, principal, now } = entry;
    const tenant = await tenantOf(entry, name);
    const budget: Budget = { ...UNLIMITED, ...limits };
    const change = {
      kind: "settings",
      tenantId: tenant.id,
      actor: actorOf(principal),
      ts: now,
      target: `tenant:${tenant.id}`,
      detail: `limits:${JSON.stringify(budget)}`,
    } as const;
    return {
      reply: { tenant: tenant.name, limits: budget },
      save: (answer) => directory.keep(directory.settingBudget(tenant.id, budget), change, answer),
    };
  },
};

/** Each count as a part of its limit; nothing is more than all of a limit of 0. */
function sharesOf(limits: Budget, counts: Counts): Record<keyof Budget, number | null> {
  const share = (name: keyof Budget) => {
    const limit = limits[name];
    return limit === null ? null : limit === 0 ? 1 : counts[name] / limit;
  };
  return {
    queries: share("queries"),
    writes: share("writes"),
    embedded_characters: share("embedded_characters"),
  };
}
