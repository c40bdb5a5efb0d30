// What a tool is: a row that names its endpoint, what it takes of the request and tells of the reply, and which texts are memory's.

import type * as z from "zod";
import type { CallOptions } from "../client/connection.ts";
import type { ContextEntry } from "../durable/text/context.ts";
import { ENDPOINTS, type EndpointName, type ReplyOf, type RequestOf } from "../wire/endpoints.ts";
import { inputSchema, type ObjectSchema, outputSchema, type Places, placesOf } from "./schemas.ts";
import type { Service } from "./service.ts";

interface Row<Name extends EndpointName, Reply> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly endpoint: Name;
  /** Fields of the request, in this order. */
  readonly takes: readonly (keyof RequestOf<Name> & string)[];
  /** Fields that need not be given, with what is sent then. */
  readonly usually?: Partial<RequestOf<Name>>;
  /** Fields of the tool's own. */
  readonly own?: z.ZodRawShape;
  /** Places of the reply that are told outside of the fence: ids, kinds, numbers, times; never a text. */
  readonly tells: readonly string[];
  /** Its own words: nothing that memory holds or somebody wrote. */
  readonly says: (reply: Reply) => string;
  /** What memory says, entry by entry, or a block that is fenced already. */
  readonly shows?: (reply: Reply) => readonly ContextEntry[] | string;
  /** True: something is not there any more afterwards. */
  readonly destroys?: true;
  /** Where it answers otherwise than its endpoint: the schema of its reply, and how it comes about. */
  readonly reply?: z.ZodType<Reply>;
  readonly run?: (
    service: Service,
    request: RequestOf<Name> & Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) => Promise<Reply>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly endpoint: EndpointName;
  readonly destroys: boolean;
  readonly own: z.ZodRawShape;
  readonly places: Places;
  input(): ObjectSchema;
  output(): ObjectSchema;
  says(reply: unknown): string;
  shows(reply: unknown): readonly ContextEntry[] | string;
  run(service: Service, given: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown>;
}

/** Keeps the types of request and reply for the row's own functions. */
export function tool<Name extends EndpointName, Reply = ReplyOf<Name>>(row: Row<Name, Reply>): Tool {
  const { name, title, description, endpoint, takes, usually = {}, own = {}, destroys = false } = row;
  const { request, reply } = ENDPOINTS[endpoint];
  const places = placesOf(row.tells);
  let [input, output]: (ObjectSchema | undefined)[] = [];
  return {
    name,
    title,
    description,
    endpoint,
    destroys,
    own,
    places,
    input: () => (input ??= inputSchema(request, takes, Object.keys(usually), own)),
    output: () => (output ??= outputSchema(row.reply ?? reply, places)),
    says: (given) => row.says(given as Reply),
    shows: (given) => row.shows?.(given as Reply) ?? [],
    run(service, given, options) {
      // SAFETY: the endpoint checks what it is sent.
      const sent = { ...usually, ...given } as RequestOf<Name> & Readonly<Record<string, unknown>>;
      return row.run ? row.run(service, sent, options) : service.call(endpoint, sent, options);
    },
  };
}

/** `1 memory`, `2 memories`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
