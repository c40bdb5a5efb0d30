// What the page and its worker tell each other. The worker finds places for nodes and draws; the page only moves what was drawn.

import type { Camera, Places, Size } from "./camera.ts";

/** What there is to draw. */
export interface Scene {
  readonly names: readonly string[];
  readonly kindOf: Uint8Array;
  readonly degrees: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly weights: Float32Array;
  readonly tiers: Uint8Array;
  /** Where nodes stand that were drawn before; NaN for the others. */
  readonly before: Places | null;
}

export interface ShownNow {
  readonly nodes: Uint8Array;
  readonly edges: Uint8Array;
  /** By place, 1 for what is looked at; null: all of it. */
  readonly focus: Uint8Array | null;
}

/** Colours and font, as the style sheet has them. */
export interface Look {
  readonly ground: string;
  readonly ink: string;
  /** By the place of a kind, and of a tier. */
  readonly kinds: readonly string[];
  readonly tiers: readonly string[];
  readonly font: string;
}

export interface View extends Size {
  readonly camera: Camera;
  /** Pixels of the screen for one of the page. */
  readonly ratio: number;
}

export type ToWorker =
  | { readonly is: "scene"; readonly scene: Scene; readonly calm: boolean }
  | ({ readonly is: "shown" } & ShownNow)
  | { readonly is: "look"; readonly look: Look }
  | { readonly is: "view"; readonly view: View };

export type FromWorker =
  | ({ readonly is: "places"; readonly settled: boolean } & Places)
  | { readonly is: "picture"; readonly bitmap: ImageBitmap; readonly view: View };
