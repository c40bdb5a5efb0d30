// Builds the command line to one plain JavaScript file without dependencies: what it takes from the project and from
// packages is bundled in, readable as it is, and only modules of Node stay outside.

import path from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  // Chosen by its package for Node, not for browsers.
  ssr: { noExternal: true },
  build: {
    ssr: path.join(import.meta.dirname, "src/index.ts"),
    target: "node20",
    minify: false,
    sourcemap: false,
    emptyOutDir: true,
    rolldownOptions: {
      external: /^node:/,
      output: { codeSplitting: false, entryFileNames: "edgebrain.js" },
    },
  },
});
