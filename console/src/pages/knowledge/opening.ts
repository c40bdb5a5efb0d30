// Opens an entity or a fact over the page; the back button closes it.

import { alter } from "../../routing.ts";

export function openEntity(id: string): void {
  alter({ entity: id, fact: undefined }, false);
}

export function openFact(id: string): void {
  alter({ fact: id, entity: undefined }, false);
}
