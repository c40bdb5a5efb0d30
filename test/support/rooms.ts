// Who may import whom: the table that test/house-rules.test.ts keeps.

export interface Room {
  /** A folder, or one file. The longest name that fits a file is its room. */
  readonly name: string;
  /** What it may import: rooms, files and packages (a trailing * takes what follows). */
  readonly imports: readonly string[];
  /** What it may import with `import type` only. */
  readonly types?: readonly string[];
}

export const ROOMS: readonly Room[] = [
  { name: "wire", imports: ["zod"] },
  { name: "audit", imports: ["wire", "durable/text/digest.ts", "@noble/hashes*"] },
  { name: "client", imports: ["wire"] },
  { name: "schema", imports: ["wire", "drizzle-orm*"] },
  {
    name: "src",
    imports: [
      "wire",
      "schema",
      "audit",
      "durable/text/screening",
      "durable/text/sensitive",
      "meter/meter-client.ts",
      "meter/ledger.ts",
      "hono*",
      "@hono/*",
      "zod",
      "drizzle-orm*",
      "jose",
      "cloudflare:workers",
    ],
    types: ["durable/brain.ts"],
  },
  { name: "src/index.ts", imports: ["src", "wire", "durable/brain.ts", "meter/meter.ts"] },
  { name: "meter", imports: ["wire", "zod", "itty-durable*"] },
  {
    name: "local",
    imports: ["src/index.ts", "durable/vectorize/limits.ts", "cloudflare:workers"],
    types: ["durable/vectorize"],
  },
  {
    name: "durable/brain.ts",
    imports: [
      "audit",
      "durable/operations",
      "durable/graph",
      "durable/embed",
      "durable/model",
      "durable/remote",
      "durable/store",
      "durable/archive",
      "durable/text",
      "durable/vectorize",
      "durable/alarm-clock.ts",
      "durable/chores.ts",
      "durable/error-place.ts",
      "schema",
      "wire",
      "cloudflare:workers",
    ],
  },
  {
    name: "durable/chores.ts",
    imports: ["durable/operations", "durable/alarm-clock.ts", "durable/error-place.ts"],
    types: ["durable/archive", "durable/graph", "durable/store", "durable/vectorize"],
  },
  { name: "durable/vectorize", imports: ["durable/text", "wire/limits.ts"], types: ["durable/store"] },
  { name: "durable/alarm-clock.ts", imports: [] },
  { name: "durable/error-place.ts", imports: [] },
  { name: "durable/graph", imports: [] },
  { name: "durable/text", imports: ["@noble/hashes*"] },
  { name: "durable/remote", imports: ["wire/errors.ts"] },
  {
    name: "durable/embed",
    imports: ["durable/remote", "durable/text", "wire/errors.ts"],
    types: ["durable/graph"],
  },
  { name: "durable/model", imports: ["durable/remote", "durable/text", "wire/errors.ts"] },
  {
    name: "durable/store",
    imports: [
      "wire",
      "schema",
      "drizzle-orm*",
      "durable/graph/code-points.ts",
      "durable/graph/learned-ranking.ts",
      "durable/graph/taught-questions.ts",
      "durable/text",
      "audit",
    ],
    types: ["durable/graph", "durable/embed/failure.ts"],
  },
  {
    name: "durable/archive",
    imports: ["wire", "schema", "drizzle-orm*", "durable/store"],
    types: ["durable/graph"],
  },
  {
    name: "durable/operations",
    imports: [
      "durable/graph",
      "durable/text",
      "durable/store/ports.ts",
      "durable/embed/failure.ts",
      "durable/model/failure.ts",
      "wire",
    ],
    types: [
      "durable/embed/embedder.ts",
      "durable/model/language-model.ts",
      "durable/vectorize/far-vectors.ts",
    ],
  },
  {
    name: "plugin",
    imports: ["wire", "client", "durable/text", "durable/remote/tokens.ts", "zod", "node:*"],
  },
  { name: "plugin/vite.config.ts", imports: ["vite", "node:*"] },
  { name: "golden", imports: ["audit", "durable", "wire", "schema", "plugin/src", "node:*"] },
  {
    name: "bench",
    imports: [
      "durable",
      "golden/node-database.ts",
      "golden/folder-assets.ts",
      "golden/panel-kernel.ts",
      "golden/reference-experiences.ts",
      "wire",
      "client",
      "schema",
      "miniflare",
      "wrangler",
      "node:*",
    ],
  },
  {
    name: "cli",
    imports: [
      "wire",
      "client",
      "plugin/src/setup/asking.ts",
      "plugin/src/token.ts",
      "cli/package.json",
      "commander",
      "zod",
      "node:*",
    ],
  },
  { name: "cli/vite.config.ts", imports: ["vite", "node:*"] },
  { name: "scripts", imports: ["audit/key.ts", "wire", "client", "cli/src", "schema", "zod", "node:*"] },
  { name: "scripts/plugin-documents.ts", imports: ["plugin/src", "node:*"] },
  {
    name: "scripts/static-embedder",
    imports: ["durable/embed", "durable/text", "golden/panel-kernel.ts", "node:*"],
  },
  { name: "scripts/use-lite", imports: ["durable/embed", "node:*", "wabt"] },
  { name: "scripts/screening", imports: ["durable/text", "node:*"] },
  { name: "scripts/build-embedder.ts", imports: ["scripts"] },
  { name: "e2e", imports: ["client", "node:*"] },
  { name: "test", imports: ["*"] },
];
