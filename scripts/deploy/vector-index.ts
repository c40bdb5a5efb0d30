// The Vectorize index of a deployment whose configuration has one, with its metadata indexes. Those count for vectors that
// come after them only, so they are made before there is a worker.

import * as z from "zod";
import { listed } from "./listed.ts";
import type { Options } from "./options.ts";
import type { Wrangler } from "./wrangler.ts";

const Indexes = z.array(z.object({ name: z.string(), config: z.object({ dimensions: z.number() }) }));
const MetadataIndexes = z.array(z.object({ propertyName: z.string() }));

/** Makes what is missing of the index. One that is there is left as it is. */
export function prepareIndex(options: Options, wrangler: Wrangler, say: (line: string) => void): void {
  const { name } = options;
  const indexes = listed(Indexes, wrangler.ask(["vectorize", "list", "--json"]), "Vectorize indexes");
  const index = indexes.find((one) => one.name === name);
  say(`index      ${name}, for vectors of ${index?.config.dimensions ?? options.dimensions}`);
  const [create, ...properties] = indexCommands(options);
  if (!index) wrangler.run(create);
  const answer = wrangler.ask(["vectorize", "list-metadata-index", name, "--json"]);
  const present = listed(MetadataIndexes, answer, "metadata indexes").map(({ propertyName }) => propertyName);
  for (const command of properties) {
    if (!present.some((property) => command.includes(`--propertyName=${property}`))) wrangler.run(command);
  }
}

/** The commands that make it, in order. */
export function indexCommands({ name, dimensions }: Options): string[][] {
  const property = (of: string) => [
    ...["vectorize", "create-metadata-index", name],
    ...[`--propertyName=${of}`, "--type=string"],
  ];
  const create = ["vectorize", "create", name, `--dimensions=${dimensions}`, "--metric=cosine"];
  return [create, property("agent"), property("embedder")];
}
