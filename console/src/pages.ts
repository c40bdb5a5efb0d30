// The one table of pages: navigation, routes, titles, shortcuts and the tests of all pages follow from it.
// A page is a row here and the folder `pages/PATH`, whose `view.tsx` is fetched when it is opened; CONTRIBUTING.md has the recipe.

import type { MeReply, Role } from "../../wire/directory.ts";
import { reaches } from "./session/rights.ts";

export interface Page {
  /** Its place, `#/path`, and its folder. */
  readonly path: string;
  readonly title: string;
  /** What one does there, in a few words. */
  readonly says: string;
  /** Least role that sees it. */
  readonly role: Role;
  /** `agent`: it is about the chosen agent. `tenant`: it is about all of them. */
  readonly about: "agent" | "tenant";
  /** True: an operator, who enters no agent, sees it too. */
  readonly operator?: true;
  /** With `g` before it, goes there. */
  readonly key: string;
  /** Path data of its icon, drawn as lines in a box of 24. */
  readonly icon: string;
}

export const PAGES: readonly Page[] = [
  {
    path: "home",
    title: "Home",
    says: "How this memory is, and what it has learned",
    role: "reader",
    about: "agent",
    key: "h",
    icon: "M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6",
  },
  {
    path: "ask",
    title: "Ask",
    says: "Ask as the agent does, see why, and teach",
    role: "reader",
    about: "agent",
    key: "a",
    icon: "M4 5h16v11H9l-5 4zM9 9a3 2.4 0 1 1 3 2.6M12 13.6v.1",
  },
  {
    path: "graph",
    title: "Graph",
    says: "The whole memory as a picture: what is tied to what, and how it was before",
    role: "reader",
    about: "agent",
    key: "w",
    icon: "M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 6.4l8 1.3M6.8 7.8l2.6 8.4M16.8 9.6l-5.5 6.9",
  },
  {
    path: "review",
    title: "Review",
    says: "What agents want remembered, and what the screen keeps back",
    role: "reviewer",
    about: "tenant",
    key: "r",
    icon: "M5 4h14v16H5zM8.5 9h7M8.5 13h3M13 15.5l1.5 1.5 3-3.5",
  },
  {
    path: "memories",
    title: "Memories",
    says: "What is known on purpose: look, change, settle, erase",
    role: "reader",
    about: "agent",
    key: "m",
    icon: "M5 6.5C5 5 8 4 12 4s7 1 7 2.5s-3 2.5-7 2.5-7-1-7-2.5zM5 6.5v11c0 1.5 3 2.5 7 2.5s7-1 7-2.5v-11M5 12c0 1.5 3 2.5 7 2.5s7-1 7-2.5",
  },
  {
    path: "knowledge",
    title: "Facts and entities",
    says: "Who and what memory speaks of, and how these are related",
    role: "reader",
    about: "agent",
    key: "e",
    icon: "M7 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM17 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM9.5 9l5 6M13 6h7M4 17h7",
  },
  {
    path: "learning",
    title: "Learning",
    says: "What was learned, from whom, and taking it back",
    role: "reader",
    about: "agent",
    key: "l",
    icon: "M4 19c4 0 4-12 8-12s4 8 8 8M4 5v14h16",
  },
  {
    path: "procedures",
    title: "Procedures",
    says: "What is done step by step, and what decisions say",
    role: "reader",
    about: "agent",
    key: "p",
    icon: "M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1",
  },
  {
    path: "experiences",
    title: "Experiences",
    says: "Runs that went well, to be found again",
    role: "reader",
    about: "agent",
    key: "x",
    icon: "M12 3l2.6 5.6 6 .7-4.4 4.2 1.1 6L12 16.6 6.7 19.5l1.1-6L3.4 9.3l6-.7z",
  },
  {
    path: "captured",
    title: "Captured turns",
    says: "Conversations that are looked through for what should last",
    role: "agent",
    about: "agent",
    key: "c",
    icon: "M4 5h16v10H9l-5 4zM12 7.5v5M9.5 10.5l2.5 2.5 2.5-2.5",
  },
  {
    path: "settings",
    title: "Settings",
    says: "Policy, retention, embedder, export and import",
    role: "reader",
    about: "agent",
    key: "s",
    icon: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 .1 0M9 15a2 2 0 1 0 .1 0",
  },
  {
    path: "audit",
    title: "Audit",
    says: "What was decided, in a chain that shows any change",
    role: "owner",
    about: "agent",
    key: "d",
    icon: "M12 3l7 3v6c0 4-3 7.5-7 9-4-1.5-7-5-7-9V6zM9 12l2.2 2.2L15.5 10",
  },
  {
    path: "access",
    title: "Access",
    says: "Tokens, devices and agents: who may enter",
    role: "reader",
    about: "tenant",
    key: "k",
    icon: "M14 10a4 4 0 1 0-3.5 4L12 15.5h2V18h2.5v2H20v-3l-6.3-6.3M9.5 9.5v.1",
  },
  {
    path: "usage",
    title: "Usage",
    says: "What the tenant uses this month, against its limits",
    role: "owner",
    about: "tenant",
    key: "u",
    icon: "M5 20V10M12 20V4M19 20v-7M3 20h18",
  },
];

/** The pages that somebody may see, in the order of the navigation. */
export function pagesFor(me: MeReply): Page[] {
  return PAGES.filter(({ role, operator }) =>
    me.role === "operator" ? operator === true : reaches(me.role, role),
  );
}
