// The colours of the picture, as the style sheet has them: one truth for the picture, its legend and both themes.

import { GRAPH_TIERS } from "../../../../wire/graph-reading.ts";
import type { Look } from "./messages.ts";

/** What kinds are called, each with a colour of its own in the style sheet; any other is drawn like a note. */
const KINDS = [
  ...["chunk", "correction", "teaching", "directive", "note", "procedure"],
  ...["step", "decision", "experience", "memory", "fact", "entity"],
];

export function kindClass(kind: string): string {
  return `kind-${KINDS.includes(kind) ? kind : "note"}`;
}

/** As an element within `place` would be drawn now. */
export function lookIn(place: HTMLElement, kinds: readonly string[]): Look {
  const probe = document.createElement("span");
  place.append(probe);
  const colourOf = (name: string): string => {
    probe.className = name;
    return getComputedStyle(probe).color;
  };
  const look = {
    ground: colourOf("ground"),
    ink: colourOf("ink"),
    kinds: kinds.map((kind) => colourOf(kindClass(kind))),
    tiers: GRAPH_TIERS.map((tier) => colourOf(`tier-${tier}`)),
    font: `12px ${getComputedStyle(place).fontFamily}`,
  };
  probe.remove();
  return look;
}

/** Tells when the theme changes, until the returned function is called. */
export function watchTheme(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    system.removeEventListener("change", changed);
  };
}
