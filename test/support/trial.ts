// An agent that lives at random and meets one fault after the other, beside its naive twin. After each fault the
// object is loaded anew, and memory, disk, D1 and twin have to agree: everything that was acknowledged is there, whole
// changes only, and nothing that was refused.

import { abortAllDurableObjects } from "cloudflare:test";
import { expect } from "vitest";
import { OPERATIONS } from "../../durable/operations/index.ts";
import { maintenanceSlice } from "../../durable/operations/maintenance-slice.ts";
import type { Operation } from "../../durable/operations/memory.ts";
import { performChore } from "../../durable/operations/perform.ts";
import type { Result } from "../../wire/errors.ts";
import { Acknowledged } from "./acknowledged.ts";
import { type Agent, newAgent } from "./agent-story.ts";
import { archived, known, type Seen, seen, told } from "./both-homes.ts";
import { arm, deliverLate, disarm, type Fate, type Fault, hasStruck, lateBatches } from "./faults.ts";
import { expectRestoreTo, listen } from "./heard.ts";
import { keepD1 } from "./lived-agent.ts";
import { Chance, RandomLife, type Request } from "./random-life.ts";

const FATES: readonly Fate[] = [
  "lost",
  "unanswered",
  "twice, first heard",
  "twice, second heard",
  "slow",
  "given up",
];
/** A defect says this when a change was kept all the same. */
const KEPT = "was kept";

const finish: Operation<null, null, void> = {
  async wait(memory, _, call) {
    while (memory.store.maintenance.job) await performChore(memory, maintenanceSlice, null, call);
  },
  act: () => null,
};
Object.assign(OPERATIONS, { "test.finish": finish });

export class Trial {
  private readonly chance: Chance;
  private readonly life: RandomLife;
  private readonly agent: Agent;
  private acknowledged = new Acknowledged();
  private setBack: (() => Promise<unknown>) | null = null;
  private story: string[] = [];

  private constructor(seed: number, agent: Agent) {
    this.chance = new Chance(seed);
    this.life = new RandomLife(this.chance);
    this.agent = agent;
  }

  static async begin(seed: number): Promise<Trial> {
    listen();
    const trial = new Trial(seed, await newAgent(seed % 4 === 0 ? "parity" : "product"));
    await trial.agree();
    for (let requests = 0; requests < 6; requests++) await trial.attempt(trial.request());
    return trial;
  }

  /** Lives on to one fault at most; true when it struck. */
  async meetFault(): Promise<boolean> {
    this.story = [];
    const struck = await this.chance.of(this.scenarios)();
    disarm();
    return struck;
  }

  /** Whatever is still under way arrives; nothing may come of it. */
  async end(): Promise<void> {
    await this.agreeWithD1();
    await deliverLate();
    await this.agreeWithD1();
  }

  private readonly scenarios: readonly (() => Promise<boolean>)[] = [
    () => this.failAtHome({ at: "statement", after: this.chance.below(30) }),
    () => this.failAtHome({ at: "statement", after: this.chance.below(12) }),
    () => this.failAtHome(this.chance.of([{ at: "end" }, { at: "act" }])),
    () => this.failWaking(),
    () => this.stop(),
    () => this.abort(),
    () => this.abort(),
    () => this.failDraining({ at: "batch", after: 0, fate: this.chance.of(FATES) }),
    () => this.failDraining({ at: "batch", after: 0, fate: this.chance.of(FATES) }),
    () => this.failDraining({ at: "statement", after: this.chance.below(14) }),
    () => this.failDraining({ at: "position" }),
    () => this.failRestoring(),
    () => this.loseDisk(),
    () => this.setD1Back(),
  ];

  /** Something throws within an operation: it is refused, and nothing is left of it. */
  private async failAtHome(fault: Fault): Promise<boolean> {
    const request = this.request();
    arm(fault);
    await this.attempt(request);
    const struck = disarm();
    this.story.push(`${JSON.stringify(fault)} ${struck ? "struck" : "missed"}`);
    await this.agree();
    if (request.key && this.chance.below(2)) await this.attempt(request);
    if (this.chance.below(3) > 0) return struck;
    await this.agent.evict();
    if (this.chance.below(2)) await this.agree();
    else await this.agreeWithD1();
    return struck;
  }

  /** The object does not come up at its first try. */
  private async failWaking(): Promise<boolean> {
    await this.agent.evict();
    // The object is there, and its memory is not awake yet.
    await this.agent.inside(() => undefined);
    return this.failAtHome({ at: "statement", after: this.chance.below(10) });
  }

  /** The object loses its memory between two requests. */
  private async stop(): Promise<boolean> {
    await this.attempt(this.request());
    await this.agent.evict();
    await this.agree();
    return true;
  }

  /** The isolate ends while a request is under way: it is a whole change, or none, and can be sent again. */
  private async abort(): Promise<boolean> {
    const request = { ...this.request(), key: `abort-${this.acknowledged.revision}` };
    await this.attempt(request, async () => {
      for (let turns = this.chance.below(12); turns > 0; turns--) await Promise.resolve();
      if (this.chance.below(2)) await scheduler.wait(this.chance.below(8));
      await abortAllDurableObjects();
    });
    await this.agree();
    await this.attempt(request);
    if (this.chance.below(3) === 0) await this.agreeWithD1();
    return true;
  }

  /** Something goes wrong between the object and D1, and it may be that the object ends over it. */
  private async failDraining(fault: Fault): Promise<boolean> {
    for (let requests = this.chance.below(3); requests >= 0; requests--) await this.attempt(this.request());
    const struck = await this.ring(fault);
    if (this.chance.below(2)) await this.attempt(this.request());
    await this.agreeWithD1();
    return struck;
  }

  private async ring(fault: Fault): Promise<boolean> {
    arm(fault);
    let isOver = false;
    const ringing = this.agent.ring().then(
      () => {
        isOver = true;
      },
      () => {
        isOver = true;
      },
    );
    while (!hasStruck() && !isOver) await scheduler.wait(1);
    const isSlow = "fate" in fault && fault.fate === "slow" && hasStruck();
    this.story.push(`${JSON.stringify(fault)} ${hasStruck() ? "struck" : "missed"}`);
    if (isSlow || this.chance.below(6) === 0) await abortAllDurableObjects();
    await ringing;
    return disarm();
  }

  /** D1 fails while a restore reads or sends: it is refused. */
  private async failRestoring(): Promise<boolean> {
    await this.attempt(this.request());
    const fate = this.chance.of(FATES.filter((fate) => fate !== "slow"));
    const fault = this.chance.of<Fault>([{ at: "position" }, { at: "batch", after: 0, fate }]);
    arm(fault);
    await this.attempt({ name: "restore", body: { seq: this.chance.of(this.acknowledged.numbers()) } });
    const struck = disarm();
    this.story.push(`${JSON.stringify(fault)} ${struck ? "struck" : "missed"}`);
    await this.agree();
    await this.agreeWithD1();
    return struck;
  }

  /** The object's storage is gone. */
  private async loseDisk(): Promise<boolean> {
    await this.agreeWithD1();
    await this.agent.lose();
    this.story.push("lost its disk");
    await this.agree();
    return true;
  }

  /** D1 is set back to what it was, and something goes wrong while it gets everything anew. */
  private async setD1Back(): Promise<boolean> {
    await this.agreeWithD1();
    if (!this.setBack) {
      this.setBack = await keepD1(this.agent);
      return false;
    }
    await this.setBack();
    this.setBack = null;
    this.story.push("D1 was set back");
    await this.attempt({ name: "inject", body: { content: `set back at ${this.acknowledged.revision}` } });
    const faults: readonly Fault[] = [
      { at: "batch", after: this.chance.below(3), fate: this.chance.of(FATES) },
      { at: "statement", after: this.chance.below(25) },
    ];
    const struck = await this.ring(this.chance.of(faults));
    await this.agreeWithD1();
    this.acknowledged.oldest = this.acknowledged.revision;
    return struck;
  }

  private request(): Request {
    return this.life.next(this.acknowledged);
  }

  /** Sends a request, and believes what is answered. With `end` there may be no answer. */
  private async attempt(request: Request, end?: () => Promise<void>): Promise<void> {
    this.story.push(JSON.stringify(request));
    const { name, body, key } = request;
    if (name === "restore") expectRestoreTo((body.seq as number | undefined) ?? this.acknowledged.revision);
    this.hear();
    const answering = this.agent.perform(name, body, key).catch(() => undefined);
    await end?.();
    const result: Result<unknown> | undefined = await answering;
    const before = this.acknowledged;
    if (result === undefined) {
      // Nobody was told; but half of it is not allowed.
      await this.finish();
      const there = await seen(this.agent);
      this.hear(there.revision);
      return;
    }
    const after = this.heard().at(-1) ?? before;
    if (result.ok) {
      this.life.hear(request, result.value);
      this.acknowledged = after;
    } else if (result.error.message.includes(KEPT)) {
      this.acknowledged = after;
    } else {
      this.story.push(`refused: ${result.error.message}`);
      expect(after.revision, this.told("what was refused was kept")).toBe(before.revision);
    }
  }

  /** What the memory was after each change that was heard since the last time. */
  private heard(): Acknowledged[] {
    const states = [this.acknowledged];
    for (const { changes, revision } of listen()) {
      // Where a number comes again, the changes from it on were lost with the isolate.
      while (states.length > 1 && (states.at(-1)?.revision ?? 0) >= revision) states.pop();
      states.push((states.at(-1) as Acknowledged).with(changes, revision));
    }
    return states;
  }

  /** Takes in what the object did, up to a number. */
  private hear(revision = Number.POSITIVE_INFINITY): void {
    this.acknowledged = this.heard().findLast((one) => one.revision <= revision) ?? this.acknowledged;
  }

  /** A run of maintenance that was cut off goes on. */
  private async finish(): Promise<void> {
    const result = await this.agent.perform("test.finish", null);
    expect(result.ok, this.told("a run does not go on")).toBe(true);
  }

  /** Memory is what the disk says, and the disk what was acknowledged. */
  private async agree(): Promise<Seen> {
    await this.finish();
    const there = await seen(this.agent);
    // A new agent notes its embedder when it wakes for the first time.
    this.hear(there.revision);
    expect(there.mind, this.told("memory is not what the disk says")).toEqual(there.reloaded);
    expect(told(there.disk), this.told("the disk is not what was acknowledged")).toEqual(
      known(this.acknowledged),
    );
    expect(there.revision, this.told("the number is another")).toBe(this.acknowledged.revision);
    return there;
  }

  /** And D1 has the same, late batches or not. */
  private async agreeWithD1(): Promise<void> {
    if (lateBatches() > 0 && this.chance.below(3) === 0) await deliverLate();
    await this.agent.drained();
    const { disk } = await this.agree();
    expect(await archived(this.agent), this.told("D1 has something else")).toEqual(disk);
    if (lateBatches() === 0 || this.chance.below(2)) return;
    await deliverLate();
    expect(await archived(this.agent), this.told("a late batch changed D1")).toEqual(disk);
  }

  private told(what: string): string {
    return `${what}, after\n${this.story.join("\n")}\n`;
  }
}
