// Two projects: plain Node for the pure rooms, the real Workers runtime for everything that touches the platform.

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
          exclude: IN_WORKERS,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
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
              },
            },
          }),
        ],
        test: {
          name: "workers",
          include: IN_WORKERS,
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
      },
    ],
  },
}));
