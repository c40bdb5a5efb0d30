// Opens a memory over the page; the back button closes it.

import { alter } from "../../routing.ts";

export function look(id: string): void {
  alter({ memory: id }, false);
}
