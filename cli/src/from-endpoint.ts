// A command of an endpoint: what it takes follows from the endpoint's request, so that no field is forgotten and no
// description is written twice. A request is checked by its schema before it is sent.

import * as z from "zod";
import { type Command, command, type Field, flagOf, type Group, type Values } from "./command.ts";
import { Failure } from "./failure.ts";
import type { Session } from "./session.ts";
import type { Ink } from "./terminal.ts";

interface Described {
  readonly summary: string;
  readonly request: z.ZodType;
}

interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly items?: Shape;
  /** Of a list of so many. */
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

interface Row<Request, Reply> {
  readonly name: string;
  readonly group: Group;
  readonly summary?: string;
  /** Fields that are typed without their names, in order; a field with `?` may be missing. */
  readonly arguments?: readonly string[];
  /** True: it is a dry run unless `--apply` is given. */
  readonly dryByDefault?: boolean;
  /** Fields that are no options of their own. */
  readonly without?: readonly string[];
  /** Options beside those of the request. */
  readonly options?: readonly Field[];
  /** Fields of the request that follow from the command's own options. */
  readonly fill?: (values: Values) => object;
  readonly destroys?: (values: Values) => string | undefined;
  readonly call: (session: Session, request: Request, values: Values) => Promise<Reply>;
  readonly text?: (reply: NonNullable<Reply>, ink: Ink) => string;
  readonly isBad?: (reply: NonNullable<Reply>) => boolean;
}

const APPLY: Field = { name: "apply", type: "switch", description: "Do it; without, it is only said." };

/** The row of a command that sends one request. */
export function endpoint<Schema extends z.ZodType, Reply>(
  described: { readonly summary: string; readonly request: Schema },
  row: Row<z.infer<Schema>, Reply>,
): Command {
  const own = row.options ?? [];
  const hidden = [...(row.without ?? []), ...(row.dryByDefault ? ["dry_run"] : [])];
  const fields = fieldsOf(described).filter(({ name }) => !hidden.includes(name));
  const positions = (row.arguments ?? []).map((given) => {
    const name = given.replace("?", "");
    const field = fields.find((one) => one.name === name) as Field;
    return { ...field, required: name === given };
  });
  const isPosition = ({ name }: Field) => positions.some((field) => field.name === name);
  const requestOf = (values: Values) => {
    const request = Object.fromEntries(
      Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)),
    );
    if (row.dryByDefault) request.dry_run = values.apply !== true;
    Object.assign(request, row.fill?.(values));
    checked(described.request, request);
    return request as z.infer<Schema>;
  };
  return command<Reply>({
    name: row.name,
    group: row.group,
    summary: row.summary ?? described.summary,
    arguments: positions,
    options: [...fields.filter((field) => !isPosition(field)), ...own, ...(row.dryByDefault ? [APPLY] : [])],
    ...(row.destroys && {
      check: requestOf,
      destroys: (values: Values) => (values.dry_run === true ? undefined : row.destroys?.(values)),
    }),
    text: row.text,
    isBad: row.isBad,
    run: (session, values) => row.call(session, requestOf(values), values),
  });
}

/** Throws a `Failure` with exit code 2 that names the option. */
function checked(schema: z.ZodType, request: object): void {
  const issue = schema.safeParse(request).error?.issues[0];
  if (!issue) return;
  const [field] = issue.path;
  throw new Failure(
    `${field === undefined ? "" : `${flagOf({ name: String(field) })}: `}${issue.message}`,
    2,
  );
}

function fieldsOf({ request }: Described): Field[] {
  const shape = z.toJSONSchema(request, { unrepresentable: "any" }) as Shape;
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(property),
    description: property.description ?? "",
    ...(property.enum && { choices: property.enum }),
    ...(typeof property.const === "string" && { choices: [property.const] }),
    ...(shape.required?.includes(name) && { required: true }),
  }));
}

function typeOf({ type, const: constant, items, prefixItems, anyOf }: Shape): Field["type"] {
  const kinds = anyOf?.map(typeOf) ?? [];
  if (kinds.includes("text")) return "either";
  if (type === "boolean" || constant === true) return "switch";
  if (type === "string") return "text";
  if (type === "number" || type === "integer") return "number";
  const isTexts = (prefixItems ?? [items]).every((item) => item?.type === "string");
  return type === "array" && isTexts ? "texts" : "json";
}
