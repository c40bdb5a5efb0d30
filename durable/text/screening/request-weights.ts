// Weights of the request model, written by scripts/screening/train.ts: a sentence whose sum is above 0 is more likely an order
// to whoever answers than not. They were learned from sentences written for it and from this repository's documents alone.

import type { Feature } from "./requests.ts";

export const REQUEST_BIAS = -2.6;

export const REQUEST_WEIGHTS: Readonly<Record<Feature, number>> = {
  makes: 1.8,
  changes: 0.3,
  reply: 2.73,
  reply_first: 0.57,
  work: 0.69,
  form: 1.38,
  kind: 0.69,
  language: 1.04,
  question: 0.01,
  question_mark: 0.48,
  general_verb: 0.91,
  first_person: 0.09,
  second_person: -0.57,
  third_person: -0.64,
  pointing: -0.2,
  time: 0.23,
  readers: 1.35,
  models: -0.35,
  polite: 1.03,
  states: -0.69,
  quoted: 1,
  address: 0.06,
  short: 0.01,
  long: -0.03,
  related: -1.51,
  digits: -0.21,
  makes_work: 1.37,
  makes_impersonal: 1.42,
  changes_reply: 2.86,
  changes_form: 1.35,
  form_reply: 0.16,
  asks_impersonal: 1.07,
  asks_kind: 1.16,
  asks_how_it_works: 1.17,
  asks_how_to: 1.09,
  asks_who_made: 1.01,
  asks_language: 0.6,
  asks_to_be_shown: 0.89,
  contrast: -0.16,
  asks_related: -1.14,
};
