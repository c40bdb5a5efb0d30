// Digs JSON out of what a language model wrote around it.

import { linesOf, strip } from "./lines.ts";

const FENCE = "```";

/** The JSON value in a text: the whole of it, a fenced block, or the outermost braces; undefined when there is none. */
export function jsonIn(text: string): unknown {
  let body = strip(text);
  if (body.startsWith(FENCE) && body.endsWith(FENCE)) body = strip(linesOf(body).slice(1, -1).join("\n"));
  return parsed(body) ?? parsed(body.slice(Math.max(0, body.indexOf("{")), body.lastIndexOf("}") + 1));
}

/** The sections that a model cut a document into, stripped, empty ones left out; none when the reply is no such list. */
export function sectionsIn(reply: string): string[] {
  const sections = (jsonIn(reply) as { sections?: unknown } | null | undefined)?.sections;
  if (!Array.isArray(sections)) return [];
  return sections
    .filter((section) => typeof section === "string")
    .map(strip)
    .filter(Boolean);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
