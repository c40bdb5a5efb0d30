// A memory on a real store that reads captured turns as its object does, with a language model on this machine whose words a
// test writes. Time is in the test's hand.

import type { LanguageModel } from "../../durable/model/language-model.ts";
import { Models } from "../../durable/model/models.ts";
import { takeTurns } from "../../durable/operations/capture-tries.ts";
import { knowTurn } from "../../durable/operations/know-turn.ts";
import type { Call } from "../../durable/operations/memory.ts";
import { perform, performChore } from "../../durable/operations/perform.ts";
import { readTurn } from "../../durable/operations/read-turn.ts";
import type { CaptureJob, CaptureReply, CaptureRequest } from "../../wire/capture.ts";
import type { Role } from "../../wire/directory.ts";
import type { EndpointName, ReplyOf, RequestOf } from "../../wire/endpoints.ts";
import { MODEL_KEY, type ModelServer } from "./model-server.ts";
import { TestPorts } from "./remote-ports.ts";
import { WorkspaceMemory } from "./workspace-memory.ts";

/** More rounds than any turn of a test needs. */
const MOST_ROUNDS = 200;

export class CapturingMemory extends WorkspaceMemory {
  readonly ports = new TestPorts();
  readonly server: ModelServer;
  /** How long a call of the model may take; null: as long as it is given. */
  patience: number | null = null;
  private told = 0;

  constructor(server: ModelServer, more: Record<string, string> = {}) {
    super();
    this.server = server;
    const variables = {
      MODEL: "openai-compatible",
      MODEL_NAME: "scripted",
      MODEL_KEY,
      MODEL_URL: server.url,
    };
    const model = new Models({ ...variables, ...more }, this.ports).current() as LanguageModel;
    const hurried: LanguageModel = {
      name: model.name,
      complete: (prompt, withinMs) => model.complete(prompt, this.patience ?? withinMs),
    };
    Object.assign(this.memory, { model: () => hurried });
  }

  async by<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    { author = "device", role = "agent" as Role } = {},
  ): Promise<ReplyOf<Name>> {
    const result = await perform(this.memory, name, request, this.of(author, role));
    if (!result.ok) throw Object.assign(new Error(result.error.message), result.error);
    return result.value;
  }

  /** As a deployment without a language model, until it is back. */
  withoutModel(): { back(): void } {
    const { model } = this.memory;
    Object.assign(this.memory, { model: () => null });
    return { back: () => Object.assign(this.memory, { model }) };
  }

  capture(request: CaptureRequest): Promise<CaptureReply> {
    return this.by("capture", request);
  }

  /** What the alarm does once; the number of turns that were taken up. */
  async ring(): Promise<number> {
    const taken = await performChore(this.memory, takeTurns, null, this.of("edgebrain"));
    await Promise.all(
      taken.map((turn) => {
        const call = this.of(turn.author);
        return turn.isRead
          ? performChore(this.memory, knowTurn, turn, call)
          : performChore(this.memory, readTurn, turn, call);
      }),
    );
    return taken.length;
  }

  /** Lets time pass until nothing waits; the waits between the rounds, in seconds. */
  async settle(): Promise<number[]> {
    const waits: number[] = [];
    const { captures } = this.memory.store;
    for (let due = captures.nextDue; due !== null; due = captures.nextDue) {
      if (waits.length === MOST_ROUNDS) throw new Error("the turns do not come to an end");
      const at = Math.max(due, captures.rest.until, this.ports.at);
      waits.push(Math.round((at - this.ports.at) / 1000));
      this.ports.at = at;
      await this.ring();
    }
    return waits;
  }

  /** Captures a turn and reads it to its end. */
  async read(request: CaptureRequest): Promise<CaptureJob> {
    const { job } = await this.capture(request);
    await this.settle();
    return (await this.by("captureJob", { id: job as string })).job;
  }

  /** What the memory says. */
  texts(): string[] {
    return this.nodes().map(({ text }) => text);
  }

  private of(author: string, role?: Role): Call {
    const id = `call${String(this.told++).padStart(28, "0")}`;
    const now = this.ports.at;
    return { author, role, now, id, idempotencyKey: null, elapsed: () => this.ports.at - now };
  }
}

/** A model's answer that lists memories, each as it is to be, with what is usual, and nothing else. */
export function memoriesSaid(...said: readonly (string | Record<string, unknown>)[]): string {
  const memories = said.map((one) => ({
    ...{ type: "fact", confidence: 0.9, tags: [] },
    ...(typeof one === "string" ? { content: one } : one),
  }));
  return JSON.stringify({ memories, entities: [], facts: [] });
}
