// A Worker of its own whose bindings are counted, and every statement that is made for D1, from wherever it comes.

import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { workerWith } from "./story.ts";

export interface Counts {
  /** Statements to D1 of the Worker. */
  statements: number;
  /** The same with those of all objects: what an alarm drains meanwhile is among them. */
  everywhere: number;
  /** Calls to agents' objects, with the bytes of what they were sent and what they answered. */
  calls: { readonly method: string; readonly sent: number; readonly answered: number }[];
  /** Times that a meter was asked for. */
  meters: number;
}

export interface CountedWorker {
  readonly through: ReturnType<typeof workerWith>;
  /** What work needs of the platform. */
  during(work: () => Promise<unknown>): Promise<Counts>;
}

export function countedWorker(): CountedWorker {
  let counts: Counts = nothing();
  const through = workerWith({
    BRAIN: seen(env.BRAIN, (method, sent, answered) => counts.calls.push({ method, sent, answered })),
    METER: noting(env.METER, ["get", "getByName"], () => counts.meters++),
    DB: noting(env.DB, ["prepare", "exec"], () => counts.statements++),
  });
  return {
    through,
    async during(work) {
      counts = nothing();
      const prepared = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, "prepare");
      try {
        await work();
        return { ...counts, everywhere: prepared.mock.calls.length };
      } finally {
        prepared.mockRestore();
      }
    },
  };
}

function nothing(): Counts {
  return { statements: 0, everywhere: 0, calls: [], meters: 0 };
}

function noting<T extends object>(binding: T, methods: readonly string[], note: () => void): T {
  return new Proxy(binding, {
    get(target, name) {
      if (methods.includes(String(name))) note();
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type See = (method: string, sent: number, answered: number) => void;

function seen(brains: Cloudflare.Env["BRAIN"], see: See): Cloudflare.Env["BRAIN"] {
  return new Proxy(brains, {
    get(target, name) {
      const value = Reflect.get(target, name) as (...given: unknown[]) => object;
      if (name !== "get") return typeof value === "function" ? value.bind(target) : value;
      return (id: unknown) => seenStub(value.call(target, id), see);
    },
  });
}

function seenStub(stub: object, see: See): object {
  return new Proxy(stub, {
    get(_, method) {
      return async (...given: unknown[]) => {
        const door = stub as Record<string, (...given: unknown[]) => Promise<unknown>>;
        const answer = await door[String(method)](...given);
        see(String(method), JSON.stringify(given).length, JSON.stringify(answer ?? null).length);
        return answer;
      };
    },
  });
}
