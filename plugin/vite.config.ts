// Builds the plugin to one plain JavaScript file without dependencies: what it takes from the project is bundled
// in, readable as it is, and only modules of Node stay outside.

import path from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: "node22",
    minify: false,
    sourcemap: false,
    emptyOutDir: true,
    lib: {
      entry: path.join(import.meta.dirname, "src/index.ts"),
      formats: ["es"],
      fileName: () => "index.js",
    },
    rolldownOptions: { external: /^node:/, output: { codeSplitting: false } },
  },
});
