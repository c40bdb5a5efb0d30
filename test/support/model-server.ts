// A language model on this machine, scripted by a test: it speaks OpenAI's and Anthropic's protocols, with a key.

import http from "node:http";
import type { AddressInfo } from "node:net";
import { fail, json, raw, type Step } from "./embedding-server.ts";

export interface SeenPrompt {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: ModelBody;
}

interface ModelBody {
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?: unknown;
}

export const MODEL_KEY = "sk-the-key-of-the-model";

export class ModelServer {
  readonly requests: SeenPrompt[] = [];
  /** What the model says to a prompt. */
  says: (prompt: string) => string = () => "{}";
  readonly #steps: Step[] = [];
  readonly #server: http.Server;

  private constructor() {
    this.#server = http.createServer((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      request.on("end", () => {
        const body = JSON.parse(text) as ModelBody;
        const seen = { path: `${request.method} ${request.url}`, headers: request.headers, body };
        this.requests.push(seen);
        const step = this.#steps.shift() ?? this.#honest(seen);
        step(response, { model: body.model, input: [text] });
      });
    });
  }

  static async begin(): Promise<ModelServer> {
    const server = new ModelServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** The next requests are answered by these steps, one each. */
  next(...steps: Step[]): void {
    this.#steps.push(...steps);
  }

  reset(): void {
    this.#steps.length = 0;
    this.requests.length = 0;
    this.says = () => "{}";
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #honest({ path, headers, body }: SeenPrompt): Step {
    const isAnthropic = path === "POST /v1/messages";
    const key = isAnthropic ? headers["x-api-key"] : headers.authorization?.replace("Bearer ", "");
    if (key !== MODEL_KEY) return fail(401);
    const said = this.says(body.messages.at(-1)?.content ?? "");
    if (isAnthropic)
      return json({ type: "message", content: [{ type: "text", text: said }], stop_reason: "end_turn" });
    if (path === "POST /v1/chat/completions") return chatAnswer(said);
    return raw("", 404);
  }
}

/** An answer in OpenAI's shape. */
export function chatAnswer(content: unknown): Step {
  return json({ choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] });
}
