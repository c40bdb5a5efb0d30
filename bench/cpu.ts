// CPU time of processes of this one, which other programs on the machine do not lengthen as they do waiting. Linux alone
// tells it; elsewhere there is none.

import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;
/** Where user and system time stand in `stat`, after the name, which may hold blanks. */
const USER = 11;
const SYSTEM = 12;

/** Processes that this one has started and that run. */
export function children(): readonly number[] {
  return (
    read("/proc/self/task", (folder) =>
      readdirSync(folder).flatMap((thread) =>
        readFileSync(`${folder}/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
      ),
    ) ?? []
  );
}

/** CPU milliseconds that these processes took so far, or null where that is not told. */
export function cpuOf(processes: readonly number[]): number | null {
  if (processes.length === 0) return null;
  const each = processes.map((pid) =>
    read(`/proc/${pid}/stat`, (file) => {
      const fields = readFileSync(file, "utf8").split(") ").pop()!.split(" ");
      return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
    }),
  );
  return each.includes(null) ? null : each.reduce<number>((sum, ms) => sum + (ms as number), 0);
}

function read<T>(file: string, work: (file: string) => T): T | null {
  try {
    return work(file);
  } catch {
    return null;
  }
}
