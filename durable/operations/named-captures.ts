// Captured turns that a request for erasure names: those of an author, and those of a project.

import type { EraseRequest } from "../../wire/erasing.ts";
import type { StoredCapture } from "../store/ports.ts";
import type { Memory } from "./memory.ts";

export type NamedBy = Pick<EraseRequest, "author" | "project">;

export function isNamedCapture(
  { author: theirs, request }: StoredCapture,
  { author, project }: NamedBy,
): boolean {
  const { project: its } = request as { readonly project?: unknown };
  return theirs === author || (project !== undefined && its === project);
}

export function hasCaptured({ store }: Pick<Memory, "store">, request: NamedBy): boolean {
  for (const capture of store.captures.all()) if (isNamedCapture(capture, request)) return true;
  return false;
}
