// What erasing is tested with: an agent entered over HTTP whose two homes can be searched, byte by byte, whatever tables
// they have.

import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { MemoryClient } from "../../client/memory-client.ts";
import { ENDPOINTS, type EndpointName } from "../../wire/endpoints.ts";
import { type Agent, agentNamed } from "./agent-story.ts";
import { ENDPOINT_NAMES, SAMPLES } from "./samples.ts";
import { Story, send } from "./story.ts";

type Profile = "product" | "parity";

/** Tables of the platform itself. */
const PLATFORM = /^(_cf_|sqlite_|d1_)/;

export class Erasable {
  readonly story: Story;
  readonly name: string;
  readonly memory: MemoryClient;
  readonly object: Agent;

  private constructor(story: Story, name: string, object: Agent) {
    this.story = story;
    this.name = name;
    this.memory = story.memory(name);
    this.object = object;
  }

  static async begin(profile: Profile = "product", story?: Story): Promise<Erasable> {
    const home = story ?? (await Story.begin());
    const { id, name } = await home.agent(undefined, profile);
    return new Erasable(home, name, agentNamed(id, profile));
  }

  /** Another agent of the same tenant that will not see all of it. */
  twin(profile: Profile = "product"): Promise<Erasable> {
    return Erasable.begin(profile, this.story);
  }

  /** Injects texts one after the other; returns their ids. */
  async add(...texts: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const content of texts) ids.push((await this.memory.inject({ content })).node_id);
    return ids;
  }

  /** Every place, of either home or of any answer, where a text is found. */
  async placesOf(text: string): Promise<string[]> {
    return [
      ...(await this.inObject(text)),
      ...(await inD1(text, this.object.id)),
      ...(await this.inAnswers(text)),
    ];
  }

  async expectNoTrace(...texts: string[]): Promise<void> {
    for (const text of texts) expect([text, await this.placesOf(text)]).toEqual([text, []]);
  }

  async inObject(text: string): Promise<string[]> {
    return this.object.inside(({ sql }) => {
      const names = sql.exec("select name from sqlite_master where type = 'table'").toArray();
      return names.flatMap(({ name }) => {
        if (PLATFORM.test(String(name))) return [];
        return found(`object ${name}`, sql.exec(`select * from "${name}"`).toArray(), text);
      });
    });
  }

  /** What each endpoint that only reads answers, a question in these very words among them. */
  async inAnswers(text: string): Promise<string[]> {
    const places: string[] = [];
    const readers = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].method === "get" && name !== "events");
    for (const name of readers) {
      const told = await this.get(name);
      if (told.includes(text)) places.push(`answer of ${name}`);
    }
    const { fired, context, seeds, suppressed } = await this.memory.query({ query: "what was it about?" });
    if (JSON.stringify({ fired, context, seeds, suppressed }).includes(text)) places.push("answer of query");
    return places;
  }

  /** Weights by the ends of their edges, with what else learning changes. */
  async weights(): Promise<Record<string, number | string>> {
    const { edges, stops } = (await this.object.disk(["edges", "stops"])) as Record<string, Row[]>;
    return Object.fromEntries([
      ...edges.flatMap(({ source, target, weight, kind }) => [
        [`${source} → ${target}`, weight],
        [`${source} → ${target} kind`, kind],
      ]),
      ...stops.map(({ id, weight }) => [`${id} stops`, weight]),
    ]);
  }

  private async get(name: EndpointName): Promise<string> {
    const fields = { ...(SAMPLES[name] as object) } as Record<string, string>;
    const path = ENDPOINTS[name].path.replace(/\{(\w+)\}/g, (_, field) => {
      const value = encodeURIComponent(fields[field]);
      delete fields[field];
      return value;
    });
    const place = `/v1/agents/${this.name}${path}?${new URLSearchParams(fields)}`;
    return (
      await send("GET", place, { token: this.story.owner.token, headers: { Accept: "application/json" } })
    ).text;
  }
}

type Row = Record<string, string | number>;

/** Every place in D1, rows of other agents left out, where a text is found. */
async function inD1(text: string, agent: string): Promise<string[]> {
  const names = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  const places: string[] = [];
  for (const { name } of names.results.filter(({ name }) => !PLATFORM.test(name))) {
    const { results } = await env.DB.prepare(`select * from "${name}"`).all();
    const others = (row: Record<string, unknown>) => row.agent !== undefined && row.agent !== agent;
    places.push(
      ...found(
        `D1 ${name}`,
        results.filter((row) => !others(row)),
        text,
      ),
    );
  }
  return places;
}

function found(place: string, rows: readonly Record<string, unknown>[], text: string): string[] {
  const has = (value: unknown) => {
    if (typeof value === "string")
      return value.includes(text) || value.includes(JSON.stringify(text).slice(1, -1));
    if (value instanceof ArrayBuffer) return new TextDecoder().decode(value).includes(text);
    return false;
  };
  return rows.flatMap((row) =>
    Object.entries(row)
      .filter(([, value]) => has(value))
      .map(([column]) => `${place}.${column}`),
  );
}
