// A language model on loopback that does what the message says: `[[call:TOOL {…}]]` calls a tool, anything else is
// answered with one word. It keeps every request, so that a check can see what reached the model.

import http from "node:http";
import type { AddressInfo } from "node:net";

interface Message {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[] | null;
}

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
}

interface Move {
  readonly text?: string;
  readonly call?: { readonly name: string; readonly args: unknown };
}

/** The host adds a message of its own behind the user's. */
const OF_THE_HOST = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";

export class ScriptedModel {
  readonly requests: ChatRequest[] = [];
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  static async begin(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** What the model got as the user's message of its latest request, with whatever stands around it. */
  lastPrompt(): string {
    const request = this.requests.at(-1);
    return request === undefined ? "" : userText(request.messages).text;
  }

  /** What a tool answered last. */
  lastToolResult(): string {
    const messages = this.requests.at(-1)?.messages ?? [];
    return textOf(messages.findLast(({ role }) => role === "tool"));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!request.url?.endsWith("/chat/completions")) {
      json(response, { object: "list", data: [{ id: "scripted", object: "model", owned_by: "test" }] });
      return;
    }
    const chat = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatRequest;
    this.requests.push(chat);
    const head = { id: `chat-${this.requests.length}`, created: 0, model: chat.model };
    const move = moveFor(chat);
    if (chat.stream) stream(response, head, move, chat.stream_options?.include_usage === true);
    else json(response, { ...head, object: "chat.completion", choices: [whole(move)], usage: USAGE });
  }
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function moveFor({ messages, tools = [] }: ChatRequest): Move {
  const user = userText(messages);
  if (messages.slice(user.index + 1).some(({ role }) => role === "tool")) return { text: "Done." };
  const [, name, given] = /\[\[call:(\S+) (\{[\s\S]*?\})\]\]/.exec(user.text) ?? [];
  if (name === undefined) return { text: "Noted." };
  const args = JSON.parse(given);
  const isOffered = tools.some((tool) => tool.function?.name === name);
  // Behind tool search the model sees no plugin's tool by its name.
  return { call: isOffered ? { name, args } : { name: "tool_call", args: { id: name, args } } };
}

function userText(messages: readonly Message[]): { index: number; text: string } {
  const index = messages.findLastIndex(
    (message) => message.role === "user" && !textOf(message).trimStart().startsWith(OF_THE_HOST),
  );
  return { index, text: textOf(messages[index]) };
}

function textOf(message: Message | undefined): string {
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
}

function toolCall({ name, args }: NonNullable<Move["call"]>, id: string) {
  return { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
}

function whole({ text, call }: Move) {
  const message = call
    ? { role: "assistant", content: null, tool_calls: [toolCall(call, "call-1")] }
    : { role: "assistant", content: text };
  return { index: 0, message, finish_reason: call ? "tool_calls" : "stop" };
}

function stream(
  response: http.ServerResponse,
  head: { id: string },
  { text, call }: Move,
  withUsage: boolean,
) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (choices: unknown[], more = {}) =>
    response.write(
      `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`,
    );
  const delta = (part: object, finish_reason: string | null = null) =>
    send([{ index: 0, delta: part, finish_reason }]);
  delta({ role: "assistant", content: "" });
  if (call) delta({ tool_calls: [{ index: 0, ...toolCall(call, `call-${head.id}`) }] });
  else delta({ content: text });
  delta({}, call ? "tool_calls" : "stop");
  if (withUsage) send([], { usage: USAGE });
  response.end("data: [DONE]\n\n");
}

function json(response: http.ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
