// The assets of the worker for programs under Node: files of the folder `assets/`, or of another.

import fs from "node:fs/promises";
import path from "node:path";
import type { AssetSource } from "../durable/embed/asset-source.ts";

export function folderAssets(folder = path.join(import.meta.dirname, "../assets")): AssetSource {
  return async (name) => {
    const bytes = await fs.readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return bytes?.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) ?? null;
  };
}
