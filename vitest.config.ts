// Plain Node for the pure rooms, the real Workers runtime for everything that touches the platform, the same with Vectorize,
// and a browser for the console.

import path from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const IN_WORKERS = [
  "test/operations/**/*.test.ts",
  "test/http/**/*.test.ts",
  "test/durability/**/*.test.ts",
  "test/devices/**/*.test.ts",
  "test/meter/**/*.test.ts",
  "test/moving/**/*.test.ts",
  "test/erasing/**/*.test.ts",
  "test/embed/workerd/**/*.test.ts",
];

/** With the stand-in for Vectorize; everywhere else there is none, as in a deployment without an index. */
const WITH_VECTORIZE = ["test/vectorize/**/*.test.ts"];

/** The console in a browser, with a worker that was started for all of them. */
const IN_BROWSER = ["test/console/**/*.test.ts"];

/** A busy machine may be slow; no test is about time. */
const PATIENCE_MS = 60_000;

export default defineConfig(async () => ({
  test: {
    globalSetup: ["./test/support/built-weights.ts"],
    projects: [
      {
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [...IN_WORKERS, ...WITH_VECTORIZE, ...IN_BROWSER],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: "console",
          include: IN_BROWSER,
          globalSetup: ["./test/support/console-house.ts"],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      await inWorkers("workers", IN_WORKERS, { VECTORIZE: "off" }),
      await inWorkers("vectorize", WITH_VECTORIZE, { VECTORS_STAND_IN_DELAY_MS: "0" }),
    ],
  },
}));

/** Tests inside the Workers runtime; `variables` are the worker's. */
async function inWorkers(name: string, include: string[], variables: Record<string, string>) {
  return {
    plugins: [
      cloudflareTest({
        remoteBindings: false,
        wrangler: { configPath: "./wrangler.local.toml" },
        miniflare: {
          bindings: {
            OPERATOR_TOKEN: "operator-token-of-the-tests-0123456789",
            REQUEST_LOG: "off",
            // Tests are the noisiest of clients; those of the limits switch them on.
            RATE_LIMITS: "off",
            METER_EVERY_MS: "0",
            TEST_MIGRATIONS: await readD1Migrations(path.join(import.meta.dirname, "migrations")),
            ...variables,
          },
        },
      }),
    ],
    test: {
      name,
      include,
      setupFiles: ["./test/support/apply-migrations.ts"],
      globalSetup: ["./test/support/embedding-service.ts"],
      // Its files are ES modules that Node takes for CommonJS.
      deps: {
        optimizer: {
          ssr: {
            enabled: true,
            include: ["itty-durable/itty-durable.js", "itty-durable/proxy-durable.js"],
          },
        },
      },
      testTimeout: PATIENCE_MS,
      hookTimeout: PATIENCE_MS,
    },
  };
}
