// Builds the console to static files below `assets/console/`, which the worker serves: one entry, a chunk for each page,
// names that change with their content. No inline script or style, since the policy of the pages forbids both.

import path from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  build: {
    outDir: path.join(import.meta.dirname, "../assets/console"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    reportCompressedSize: false,
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
