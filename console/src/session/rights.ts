// Which rights a role has.

import { ROLES, type Role } from "../../../wire/directory.ts";

/** Whether a role has the rights of another. */
export function reaches(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
