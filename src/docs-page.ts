// The readable page of the API, made from its OpenAPI document. No script, one inline style allowed by its nonce.

import { html, raw } from "hono/html";
import type { ApiDocument, DocumentedOperation, Schema } from "./openapi.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color-scheme: light dark; }
code, pre { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid #8886; margin-top: 2rem; }
h2 { font-size: 1.2rem; } h3 { font-size: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8883; }
`;

type Html = ReturnType<typeof html>;

export function docsPage(document: ApiDocument, nonce: string): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title} API</title>
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<h1>${document.info.title} API</h1>
<p>${document.info.description}</p>
<p>Send <code>Authorization: Bearer …</code> and JSON. Errors are <code>{"error": {"code", "message"}}</code>.
The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p>
<nav><ul>${operations.map(
    ({ path, method, operation }) =>
      html`<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></a> ${operation.summary}</li>`,
  )}</ul></nav>
${operations.map(({ path, method, operation }) => sectionOf(document, path, method, operation))}
</body>
</html>`;
}

function sectionOf(
  document: ApiDocument,
  path: string,
  method: string,
  operation: DocumentedOperation,
): Html {
  const title = operation.operationId[0].toUpperCase() + operation.operationId.slice(1);
  const { [`${title}Request`]: request, [`${title}Reply`]: reply } = document.components.schemas;
  return html`<section id="${operation.operationId}">
<h2>${operation.summary}</h2>
<p><code>${method.toUpperCase()} ${path}</code></p>
<p>${operation.description}</p>
${
  operation.parameters.length > 0
    ? html`<h3>Parameters</h3><table>${operation.parameters.map((parameter) =>
        rowOf(parameter.name, parameter.schema, parameter.required, parameter.description ?? parameter.in),
      )}</table>`
    : ""
}
${request ? fieldsOf("Request", request) : ""}
${reply ? fieldsOf("Reply", reply) : ""}
</section>`;
}

function fieldsOf(title: string, schema: Schema): Html {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return html`<h3>${title}</h3><p><code>${typeOf(schema)}</code></p>`;
  return html`<h3>${title}</h3><table>${fields.map(([name, field]) =>
    rowOf(name, field, (schema.required ?? []).includes(name), field.description ?? ""),
  )}</table>`;
}

function rowOf(name: string, schema: Schema, required: boolean, description: string): Html {
  return html`<tr><td><code>${name}</code>${required ? "" : " (optional)"}</td><td><code>${typeOf(schema)}</code></td><td>${description}</td></tr>`;
}

/** A schema in a few words: `"off" | "edge"`, `integer 1…100`, `list of string`. */
function typeOf(schema: Schema): string {
  const { enum: choices, const: only, anyOf, items, minimum, maximum, $ref } = schema;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(" | ");
  if (schema.type === "array" && typeof items === "object" && items)
    return `list of ${typeOf(items as Schema)}`;
  if (typeof $ref === "string" || schema.type === undefined) return "JSON";
  const bounds = [minimum, maximum].map((bound) => (Number.isSafeInteger(bound) ? String(bound) : ""));
  return bounds.join("") && !bounds.some((bound) => bound.length > 10)
    ? `${schema.type} ${bounds.join("…")}`
    : schema.type;
}
