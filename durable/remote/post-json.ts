// A request over HTTP to a service that takes and answers JSON. Statuses are read as what may be done about them.

import { textWithin } from "./bounded-body.ts";
import { TALK } from "./limits.ts";
import type { Party } from "./party.ts";
import { RequestFault, saysTooLarge } from "./request-fault.ts";
import { retryAfterOf } from "./retry-after.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Bytes of an answer. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

export interface Poster {
  readonly party: Party;
  readonly send: typeof fetch;
  readonly now: () => number;
  /** Reads in an error's text what only this kind of request can fail of; undefined: nothing of the kind. */
  readonly faultIn?: (said: string, status: number) => RequestFault | undefined;
}

/** The JSON value that was answered. Throws a `RequestFault`. */
export async function postJson({ party, send, now, faultIn }: Poster, post: Post): Promise<unknown> {
  const response = await send(post.url, {
    method: "POST",
    // The key is for this address, not for another one that an answer names.
    redirect: "manual",
    signal: post.signal,
    headers: { "content-type": "application/json", accept: "application/json", ...post.headers },
    body: JSON.stringify(post.body),
  });
  if (!response.ok) throw await faultOf(response, { party, send, now, faultIn });
  const body = await textWithin(response, post.mostBytes);
  if (body === null) throw badAnswerOf(party, "answered more than was asked for");
  try {
    return JSON.parse(body);
  } catch {
    const what = body.trimStart().startsWith("<") ? "a web page" : "something that is no JSON";
    throw badAnswerOf(party, `answered ${what}`);
  }
}

/** An answer that is no answer: asking again would cost again, and show the same. */
export function badAnswerOf({ name }: Party, what: string): RequestFault {
  return new RequestFault("no", "bad_answer", `${name} ${what}`);
}

async function faultOf(response: Response, { party, now, faultIn }: Poster): Promise<RequestFault> {
  const { status } = response;
  const { url, key, model } = party.variables;
  const what = (reason: string) => `${party.name} ${reason} (HTTP ${status})`;
  if (status < 400) {
    response.body?.cancel().catch(() => {});
    return new RequestFault(
      "no",
      "refused",
      what(`sends its callers elsewhere: set ${url} to the final address`),
    );
  }
  const said = (await textWithin(response, TALK.errorBytes).catch(() => "")) ?? "";
  const known = faultIn?.(said, status);
  if (known) return known;
  if (status === 413 || ((status === 400 || status === 422) && saysTooLarge(said))) {
    return new RequestFault("smaller", "refused", what("found a text too long"));
  }
  if (status === 401 || status === 403) {
    return new RequestFault("no", "refused", what(`does not accept the key: check ${key}`));
  }
  if (status === 404) {
    const unknown = `does not know the address or the model: check ${url} and ${model}`;
    return new RequestFault("no", "refused", what(unknown));
  }
  const retryAfter = retryAfterOf(response.headers.get("retry-after"), now());
  if (status === 402 || (status === 429 && /insufficient.?(quota|credit|balance)/i.test(said))) {
    return new RequestFault("no", "rate_limited", what("says that the account has no credit"), retryAfter);
  }
  if (status === 429) {
    return new RequestFault("again", "rate_limited", what("asks for fewer requests"), retryAfter);
  }
  if (status === 408 || status === 425 || status >= 500) {
    return new RequestFault("again", "unavailable", what("failed"), retryAfter);
  }
  return new RequestFault("no", "refused", what("refused the request"));
}
