// Which files of a folder belong to a workspace, by their paths alone. What an agent lives by is always in;
// build output, hidden files and what the folder itself ignores are out.

import { compareCharacters } from "./characters.ts";
import { linesOf, strip } from "./lines.ts";

export interface WorkspaceChoice {
  /** Text of the `.gitignore` at the root. */
  readonly gitignore?: string;
  /** More to leave out: a name, a prefix that ends with `/`, or a pattern with `*` and `?`. */
  readonly excludes?: readonly string[];
}

const EXTENSIONS = new Set("md txt py json yaml yml toml cfg ini rst html".split(" "));
const DEEPEST_FOLDER = 3;
const EXCLUDED_NAMES = new Set(
  `node_modules .git __pycache__ .venv venv env dist build .next .cache .tox .mypy_cache .pytest_cache .ruff_cache
  vendor target`.split(/\s+/),
);
const ALWAYS = new Set(
  `SOUL.md AGENTS.md USER.md TOOLS.md MEMORY.md IDENTITY.md HEARTBEAT.md active-tasks.md WORKFLOW_AUTO.md`.split(
    " ",
  ),
);
const ALWAYS_FOLDER = "memory/";

/** The paths that belong to the workspace, relative and with forward slashes, in order of their characters. */
export function workspaceFiles(paths: Iterable<string>, choice: WorkspaceChoice = {}): string[] {
  const ignored = ignoreRules(choice.gitignore ?? "");
  return [...paths]
    .filter((path) => isReadable(path) && !isExcluded(path, choice.excludes ?? []))
    .filter((path) => isAlwaysIn(path) || !(isHidden(path) || ignored.some((matches) => matches(path))))
    .sort(compareCharacters);
}

function isReadable(path: string): boolean {
  const name = nameOf(path);
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") && EXTENSIONS.has(extension) && foldersOf(path).length <= DEEPEST_FOLDER;
}

function isExcluded(path: string, excludes: readonly string[]): boolean {
  if (path.split("/").some((part) => EXCLUDED_NAMES.has(part))) return true;
  return excludes.some((pattern) =>
    pattern.endsWith("/")
      ? path.startsWith(pattern)
      : path === pattern || globMatches(pattern, path) || globMatches(pattern, nameOf(path)),
  );
}

function isAlwaysIn(path: string): boolean {
  return ALWAYS.has(path) || path.startsWith(ALWAYS_FOLDER);
}

function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith("."));
}

/** One test per pattern of an ignore file. Negations are not known. */
function ignoreRules(gitignore: string): ((path: string) => boolean)[] {
  return linesOf(gitignore)
    .map(strip)
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("!"))
    .map((pattern) => {
      if (pattern.endsWith("/")) {
        const folder = pattern.replaceAll(/^\/|\/$/g, "");
        return (path: string) => foldersOf(path).some((part) => globMatches(folder, part));
      }
      if (!pattern.includes("/")) return (path: string) => globMatches(pattern, nameOf(path));
      return (path: string) => globMatches(pattern.replace(/^\//, ""), path);
    });
}

/** `*` stands for any characters, `?` for one. */
function globMatches(glob: string, text: string): boolean {
  const literal = glob.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\*+/g, ".*").replaceAll("?", ".")}$`, "s").test(text);
}

function foldersOf(path: string): string[] {
  return path.split("/").slice(0, -1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
