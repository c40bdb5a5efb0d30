// Sentences that the weights of the screen are learned from, all written for it: orders to whoever answers, and what people
// and teams write otherwise. No public data set is in here, so that all of them stay for measuring.

import { ORDERS } from "./orders.ts";
import { OTHERWISE } from "./otherwise.ts";

export const EXAMPLES: readonly { readonly text: string; readonly isOrder: boolean }[] = [
  ...[...new Set(ORDERS)].map((text) => ({ text, isOrder: true })),
  ...[...new Set(OTHERWISE)].map((text) => ({ text, isOrder: false })),
];
