// The OpenAPI document, made from the tables of endpoints and their schemas: what validates a request describes it.

import * as z from "zod";
import { DIRECTORY_ENDPOINTS, type DirectoryEndpoint } from "../wire/directory-endpoints.ts";
import { ENDPOINTS, type Endpoint, takesBody } from "../wire/endpoints.ts";
import { ErrorReply } from "../wire/errors.ts";
import { Name } from "../wire/fields.ts";
import { LIMITS } from "../wire/limits.ts";
import { NDJSON } from "../wire/moving.ts";

export interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Record<string, object>;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Record<string, Record<string, DocumentedOperation>>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly [kind: string]: unknown };
  readonly security: readonly object[];
}

interface Described {
  readonly name: string;
  readonly path: string;
  readonly endpoint: Endpoint | DirectoryEndpoint;
  readonly tag: string;
  readonly who: string;
  readonly status: number;
}

export function apiDocument(agentPath: string, version: string): ApiDocument {
  const schemas = new Schemas();
  const paths: ApiDocument["paths"] = { "/health": { get: healthOperation(schemas) } };
  for (const described of everyEndpoint(agentPath)) {
    paths[described.path] ??= {};
    paths[described.path][described.endpoint.method] = operationOf(described, schemas);
  }
  schemas.add("Error", ErrorReply, "output");
  return {
    openapi: "3.1.1",
    info: {
      title: "EdgeBrain",
      version,
      description: "Memory for AI agents that learns what to retrieve, and what to suppress.",
    },
    security: [{ token: [] }],
    paths,
    components: {
      schemas: schemas.all,
      responses: {
        Error: { description: "Refused or failed; `code` is stable.", content: json(refTo("Error")) },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

function everyEndpoint(agentPath: string): Described[] {
  return [
    ...Object.entries(DIRECTORY_ENDPOINTS as Record<string, DirectoryEndpoint>).map(([name, endpoint]) => {
      const { path, who, status } = endpoint;
      return { name, path, endpoint, tag: "directory", who, status };
    }),
    ...Object.entries(ENDPOINTS as Record<string, Endpoint>).map(([name, endpoint]) => {
      const path = agentPath + endpoint.path;
      return { name, path, endpoint, tag: "agent", who: endpoint.role, status: 200 };
    }),
  ];
}

const WHO: Readonly<Record<string, string>> = { operator: "For the operator.", anyone: "Public." };

function operationOf(
  { name, path, endpoint, tag, who, status }: Described,
  schemas: Schemas,
): DocumentedOperation {
  const title = name[0].toUpperCase() + name.slice(1);
  const hasBody = takesBody(endpoint.method);
  const streams = "streams" in endpoint && endpoint.streams;
  const ndjson = "ndjson" in endpoint ? endpoint.ndjson : undefined;
  const request = schemas.of(endpoint.request, "input");
  const parameters = parametersOf(request, endpoint.path).filter((one) => !hasBody || one.in === "path");
  const body = withoutFields(request, namesOf(parameters));
  if (hasBody && ndjson !== "request") schemas.all[`${title}Request`] = body;
  if (ndjson !== "reply") schemas.add(`${title}Reply`, endpoint.reply, "output");
  return {
    operationId: name,
    summary: endpoint.summary,
    description: WHO[who] ?? `Least role of the token: ${who}.`,
    tags: [tag],
    ...(who === "anyone" && { security: [] }),
    parameters: [
      ...(path.includes("{agent}") ? [agentParameter(schemas)] : []),
      ...parameters,
      ...(endpoint.writes ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.writes && tag === "agent" ? [IF_MATCH] : []),
      ...(streams ? [LAST_EVENT_ID] : []),
    ],
    ...(hasBody && {
      requestBody:
        ndjson === "request"
          ? { required: true, content: LINES }
          : { required: !canBeEmpty(body), content: json(refTo(`${title}Request`)) },
    }),
    responses: {
      [status]: {
        description: "Done.",
        content: {
          ...(ndjson === "reply" ? { ...LINES, ...json(ANYTHING) } : json(refTo(`${title}Reply`))),
          ...(streams && EVENT_STREAM),
        },
      },
      "4XX": { $ref: "#/components/responses/Error" },
      "5XX": { $ref: "#/components/responses/Error" },
    },
  };
}

function healthOperation(schemas: Schemas): DocumentedOperation {
  return {
    operationId: "alive",
    summary: "Whether the Worker answers",
    description: "Public.",
    tags: ["directory"],
    security: [],
    parameters: [],
    responses: {
      200: {
        description: "It does.",
        content: json(schemas.of(z.object({ status: z.literal("ok") }), "output")),
      },
    },
  };
}

function agentParameter(schemas: Schemas): Parameter {
  return { name: "agent", in: "path", required: true, schema: schemas.of(Name, "input") };
}

/** Bodies of the export format; docs/export-format.md says what its lines are. */
const LINES = { [NDJSON]: { schema: { type: "string" } } };
/** openclawbrain's state.json. */
const ANYTHING: Schema = { type: "object" };

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same request is done once and answered alike.",
  schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotencyKey, pattern: "^[\\x20-\\x7e]+$" },
};

const LAST_EVENT_ID: Parameter = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The id of the last event that was received: the stream goes on after it.",
  schema: { type: "integer", minimum: 0 },
};

const EVENT_STREAM = {
  "text/event-stream": {
    schema: {
      type: "string",
      description: "Messages `ready`, `change` and `reset`; their id is a revision.",
    },
  },
};

const IF_MATCH: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    'The state that the write is meant for: an `ETag` of this agent such as "r12", or the `etag` of the node that it is about. ' +
    "In any other state it is refused with 412.",
  schema: { type: "string" },
};

function parametersOf({ properties = {}, required = [] }: Schema, path: string): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: path.includes(`{${name}}`) ? "path" : "query",
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function namesOf(parameters: readonly Parameter[]): string[] {
  return parameters.map(({ name }) => name);
}

/** Whether a body of this schema may be left out. */
function canBeEmpty({ type, required = [] }: Schema): boolean {
  return type === "object" && required.length === 0;
}

/** The schema of a body: what the path carries is not in it. */
function withoutFields(schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0 || !schema.properties) return schema;
  const isKept = (name: string) => !names.includes(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isKept(name))),
    required: (schema.required ?? []).filter(isKept),
  };
}

function json(schema: Schema) {
  return { "application/json": { schema } };
}

function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Collects named schemas, and lifts the definitions that zod keeps inside one of them, so that every `$ref` resolves. */
class Schemas {
  readonly all: Record<string, Schema> = {};
  readonly #lifted = new Map<string, string>();

  add(name: string, schema: z.ZodType, io: "input" | "output"): void {
    this.all[name] = this.of(schema, io);
  }

  of(schema: z.ZodType, io: "input" | "output"): Schema {
    const { $schema: _, $defs = {}, ...body } = z.toJSONSchema(schema, { io });
    let text = JSON.stringify(body);
    for (const [inner, definition] of Object.entries($defs)) {
      const name = this.#lift(inner, JSON.stringify(definition));
      text = text.replaceAll(`"#/$defs/${inner}"`, `"#/components/schemas/${name}"`);
    }
    // A schema that refers to itself as "#" means this very place, which a document of many schemas can't say.
    return text.includes('"$ref":"#"') ? refTo(this.#lift("", text)) : (JSON.parse(text) as Schema);
  }

  /** Equal definitions share one name; each refers to no other than itself. */
  #lift(inner: string, definition: string): string {
    const shape = definition.replaceAll(`"#/$defs/${inner}"`, '"#"');
    const known = this.#lifted.get(shape);
    if (known !== undefined) return known;
    const name = `Value${this.#lifted.size + 1}`;
    this.#lifted.set(shape, name);
    this.all[name] = JSON.parse(shape.replaceAll('"#"', `"#/components/schemas/${name}"`)) as Schema;
    return name;
  }
}
