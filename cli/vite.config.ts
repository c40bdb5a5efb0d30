// Builds the command line to one plain JavaScript file without dependencies: what it takes from the project and from
// packages is bundled in, readable as it is, and only modules of Node stay outside.

import path from "node:path";
import { defineConfig } from "vite";

const SERVER_OF_MCP = path.join(import.meta.dirname, "../node_modules/@modelcontextprotocol/server");

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  // Chosen by its package for Node, not for browsers.
  ssr: { noExternal: true },
  // But for one part: for Node it brings a validator that is never asked, a quarter of a megabyte.
  resolve: {
    alias: { "@modelcontextprotocol/server/_shims": path.join(SERVER_OF_MCP, "dist/shimsBrowser.mjs") },
  },
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
