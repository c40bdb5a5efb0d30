// Makes assets/static-v1.bin anew: npm ci here, `npm run build:embedder` in the project, then
//   node_modules/.bin/node scripts/static-embedder/train.ts [FOLDER OF node_modules] [FOLDER FOR WHAT THE TEACHER SAID]
// from the root of the project. The teacher takes half an hour on a quiet core; what it said is kept.
//
//   teacher  Universal Sentence Encoder Lite: 512 numbers for each word and each sentence
//   target   what sets it apart from the mean of sentences, in its main directions, as many as the table has
//   word     weight · (direction that makes the sums of sentences right + direction of the word alone), less the common
// The first half tells what a word means among others; the second keeps names apart, which sentences rarely have.

import fs from "node:fs";
import path from "node:path";
import { fit } from "./fit.ts";
import { readGlove } from "./glove.ts";
import {
  countOf,
  dot,
  meanOf,
  normalise,
  principalDirections,
  project,
  type Rows,
  rowAt,
  rowsOf,
} from "./matrices.ts";
import { pack } from "./pack.ts";
import { sentencesFrom, wordNetSenses } from "./sentences.ts";
import { openTeacher, teach } from "./teach.ts";
import { candidates, countWords, spacedWords } from "./vocabulary.ts";
import { weightOf } from "./weights.ts";

const DIMENSION = 256;
const WORDS = 45_000;
const SENTENCES = 45_000;
/** Ranks of GloVe whose senses are asked about. */
const COMMON = 60_000;
const FITTING = { epochs: 5, step: 0.003, dropout: 0.1 };
/** Times in the sentences from which a word is English, though WordNet lacks it. */
const ENGLISH_TIMES = 3;

const [
  packages = path.join(import.meta.dirname, "node_modules"),
  cache = path.join(import.meta.dirname, "../../.edgebrain/static-embedder"),
] = process.argv.slice(2);
fs.mkdirSync(cache, { recursive: true });

const glove = readGlove(packages);
const all = sentencesFrom(packages, new Set(glove.words.slice(0, COMMON)));
const counts = countWords(all);
const words = candidates(glove.words, counts).slice(0, WORDS);
const sentences = all.slice(0, SENTENCES);

const teacher = openTeacher();
const saidOfWords = teach(words, path.join(cache, "words.f32"), teacher);
const saidOfSentences = teach(sentences, path.join(cache, "sentences.f32"), teacher);

const shared = meanOf(saidOfSentences);
subtract(saidOfWords, shared);
subtract(saidOfSentences, shared);

const directions = principalDirections(saidOfSentences, DIMENSION);
const alone = unitRows(project(saidOfWords, directions));
const weights = words.map((word) => weightOf(glove.rankOf(word)));

const vectors = weighted(alone);
const numbers = new Map(words.map((word, number) => [word, number]));
const lessons = [
  ...sentences.map((sentence) => numbersOf(sentence)),
  ...words.map((_, number) => Uint32Array.of(number)),
];
const cosine = fit(vectors, lessons, joined(unitRows(project(saidOfSentences, directions)), alone), FITTING);
console.log(`sums of words against the teacher: mean cosine ${cosine.toFixed(4)}`);

const both = unitRows(vectors);
for (let index = 0; index < both.values.length; index++) both.values[index] += alone.values[index];
const table = weighted(both);
removeCommon(table);

const lemmas = new Set(
  wordNetSenses(packages).flatMap((sense) => sense.lemmas.map((lemma) => lemma.toLowerCase())),
);
const file = pack(words, table, (word) => lemmas.has(word) || (counts.get(word) ?? 0) >= ENGLISH_TIMES);
const target = path.join(import.meta.dirname, "../../assets/static-v1.bin");
fs.writeFileSync(target, new Uint8Array(file));
console.log(`${path.basename(target)}: ${file.byteLength} bytes`);

function numbersOf(sentence: string): Uint32Array {
  return Uint32Array.from(spacedWords(sentence).flatMap((word) => numbers.get(word) ?? []));
}

/** Takes out of every row the direction of the mean sentence: what all sums share would make strangers look alike. */
function removeCommon(rows: Rows): void {
  const common = new Float64Array(rows.width);
  for (const sentence of sentences) {
    const sum = new Float64Array(rows.width);
    for (const word of numbersOf(sentence))
      rowAt(rows, word).forEach((entry, index) => {
        sum[index] += entry;
      });
    normalise(sum);
    sum.forEach((entry, index) => {
      common[index] += entry;
    });
  }
  normalise(common);
  for (let index = 0; index < countOf(rows); index++) {
    const row = rowAt(rows, index);
    const share = dot(row, common);
    for (let i = 0; i < rows.width; i++) row[i] -= share * common[i];
  }
}

function subtract(rows: Rows, vector: Float64Array): void {
  for (let index = 0; index < rows.values.length; index++) rows.values[index] -= vector[index % rows.width];
}

function unitRows(rows: Rows): Rows {
  for (let index = 0; index < countOf(rows); index++) normalise(rowAt(rows, index));
  return rows;
}

function weighted(rows: Rows): Rows {
  const result = rowsOf(countOf(rows), rows.width);
  for (let index = 0; index < rows.values.length; index++)
    result.values[index] = rows.values[index] * weights[Math.floor(index / rows.width)];
  return result;
}

function joined(one: Rows, other: Rows): Rows {
  const result = rowsOf(countOf(one) + countOf(other), one.width);
  result.values.set(one.values);
  result.values.set(other.values, one.values.length);
  return result;
}
