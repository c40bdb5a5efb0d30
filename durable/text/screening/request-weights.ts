// Weights of the request model, written by scripts/screening/train.ts: a sentence whose sum is above 0 is more likely an order
// to whoever answers than not. They were learned from sentences written for it and from this repository's documents alone.

import type { Feature } from "./requests.ts";

export const REQUEST_BIAS = -2.7;

export const REQUEST_WEIGHTS: Readonly<Record<Feature, number>> = {
  makes: 2.08,
  changes: 0.52,
  reply: 2.63,
  reply_first: 0.58,
  work: 0.6,
  form: 1.31,
  kind: 0.84,
  language: 1.01,
  question: -0.03,
  question_mark: 0.52,
  general_verb: 0.94,
  first_person: 0.09,
  second_person: -0.62,
  third_person: -0.55,
  pointing: -0.3,
  time: 0.15,
  readers: 1.35,
  models: -0.37,
  polite: 1.17,
  states: -0.58,
  quoted: 1.05,
  address: 0.07,
  short: -0.13,
  long: -0.04,
  related: -1.35,
  digits: -0.32,
  makes_work: 1.08,
  makes_impersonal: 1.26,
  changes_reply: 2.75,
  changes_form: 1.32,
  form_reply: 0.16,
  asks_impersonal: 1.13,
  asks_kind: 1.23,
  asks_how_it_works: 1.35,
  asks_how_to: 1.21,
  asks_who_made: 1.2,
  asks_language: 0.74,
  asks_to_be_shown: 1.04,
  contrast: -0.2,
};
