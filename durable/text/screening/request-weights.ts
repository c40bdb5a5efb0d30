// Weights of the request model, written by scripts/screening/train.ts: a sentence whose sum is above 0 is more likely an order
// to whoever answers than not. They were learned from sentences written for it and from this repository's documents alone.

import type { Feature } from "./requests.ts";

export const REQUEST_BIAS = -1.86;

export const REQUEST_WEIGHTS: Readonly<Record<Feature, number>> = {
  makes: 1.06,
  changes: -0.17,
  reply: 2.28,
  reply_first: 0.51,
  work: 0.86,
  form: 1.5,
  kind: 0.77,
  language: 1.31,
  question: -0.99,
  question_mark: 0.72,
  general_verb: 0.77,
  first_person: 0,
  second_person: -0.64,
  third_person: -0.76,
  pointing: -0.3,
  time: 0.26,
  readers: 1.51,
  models: -0.48,
  polite: 1.05,
  states: -0.21,
  quoted: 1.02,
  address: 0.06,
  short: 0.02,
  long: -0.06,
  related: -1.55,
  digits: -0.41,
  makes_work: 1.29,
  makes_impersonal: 1.25,
  changes_reply: 3.05,
  changes_form: 1,
  form_reply: 0.19,
  asks_impersonal: 0.88,
  asks_kind: 1.24,
  asks_how_it_works: 1.33,
  asks_how_to: 1.13,
  asks_who_made: 1.16,
  asks_language: 0.59,
  asks_to_be_shown: 0.87,
  contrast: -0.17,
  asks_related: -1.34,
};
