// A listener of the raw stream of events, so that a test sees every byte that leaves.

import { ORIGIN, workerFetch } from "./story.ts";

export interface Message {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export class Listener {
  readonly response: Response;
  /** All that was received. */
  text = "";
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = "";

  private constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  static async open(agent: string, token: string, lastEventId?: number): Promise<Listener> {
    const headers = new Headers({ Authorization: `Bearer ${token}`, Accept: "text/event-stream" });
    if (lastEventId !== undefined) headers.set("Last-Event-ID", String(lastEventId));
    return new Listener(await workerFetch(new Request(`${ORIGIN}/v1/agents/${agent}/events`, { headers })));
  }

  /** The next message, signs of life passed over; undefined when the stream has ended. */
  async next(): Promise<Message | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      if (block.startsWith(":")) continue;
      const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return { id: Number(id), event, data: JSON.parse(data) };
    }
  }

  /** So many messages. */
  async take(count: number): Promise<Message[]> {
    const taken: Message[] = [];
    while (taken.length < count) taken.push((await this.next())!);
    return taken;
  }

  /** What stands before the next blank line. */
  async block(): Promise<string | undefined> {
    while (!this.#rest.includes("\n\n")) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      const piece = this.#decoder.decode(value, { stream: true });
      this.text += piece;
      this.#rest += piece;
    }
    const end = this.#rest.indexOf("\n\n");
    const block = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 2);
    return block;
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
