// What a secret looks like: keys, tokens, passwords, private keys, connection strings. A sentence that only speaks of a
// secret holds none. Every repetition is bounded, so that a text costs what its length costs.

import type { SecretRules } from "./secret-rule.ts";
import { SPOKEN_SECRETS } from "./spoken-secrets.ts";

/** A value that a name of this kind stands before is a secret, whatever it looks like. */
const NAME =
  "(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|shared[_-]?access[_-]?(?:key|signature)|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|session[_-]?token|bearer[_-]?token|token|secret|passwords?|passwd|pwd|passphrase|passwort|kennwort|mot de passe|contraseña|senha|пароль|密码|密碼|パスワード|credentials?)";
const VALUE = "(?:\"[^\"\\n]{3,}\"|'[^'\\n]{3,}'|`[^`\\n]{3,}`|[^\\s\"'`,;，。；、]{3,})";

/** Also at the end of a longer name, and with more behind it. */
const NAMED = `${NAME}[\\w.-]{0,40}`;
/** What was masked before is no secret any more. */
const UNMASKED = "(?!\\(|\\[redacted:)";

/** The secret half of a key of AWS: 40 characters in both cases, a digit among them. */
const PAIRED_KEY =
  "(?=[A-Za-z/+]{0,40}\\d)(?=[A-Z\\d/+]{0,40}[a-z])(?=[a-z\\d/+]{0,40}[A-Z])[A-Za-z\\d/+]{40}(?![\\w/+=-]|\\.\\w)";

function holding(words: RegExp): SecretRules["hint"] {
  return (lower) => words.test(lower);
}

/** Some of this is in every name above. */
const IN_NAMES =
  /key|signature|secret|token|passw|pwd|passphrase|kennwort|mot de passe|contraseña|senha|пароль|密码|密碼|パスワード|credential/;
const IN_NAMES_OF_ANY_CASE = new RegExp(IN_NAMES, "iu");
const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** Patterns of any case take some letters for others that lower case does not: ſ for an s. */
function holdsName(lower: string, text: string): boolean {
  return IN_NAMES.test(lower) || (BEYOND_ASCII.test(text) && IN_NAMES_OF_ANY_CASE.test(text));
}

export const SECRET_RULES: readonly SecretRules[] = [
  // Private keys, also cut off.
  {
    hint: holding(/-----begin /),
    rules: [
      {
        pattern:
          /()-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|CERTIFICATE|OPENSSH)[^-]*-----[\s\S]*?(?:-----END [^-]*-----|$)/g,
      },
    ],
  },
  // Passwords inside addresses and connection strings.
  {
    hint: holding(/:\/\//),
    rules: [
      {
        pattern: new RegExp(
          `\\b([a-z][a-z0-9+.-]{0,30}:\\/\\/)${UNMASKED}[^\\s/@:"'<>]{0,200}:[^\\s@"'<>]{1,500}@`,
          "gi",
        ),
        after: 1,
      },
    ],
  },
  // Authorization headers.
  {
    hint: holding(/authorization/),
    rules: [
      {
        pattern: new RegExp(
          `\\b((?:proxy-)?authorization\\s*[:=]\\s*(?:\\w+\\s+)?)${UNMASKED}(?!\\w+\\s+(?:\\(|\\[redacted:))[^\\s"'\`]{5,}[^\\s"'\`.,;]`,
          "gi",
        ),
      },
    ],
  },
  {
    hint: holding(/bearer|basic/),
    rules: [{ pattern: /\b((?:bearer|basic)\s+)(?=[\w+/.=~-]{0,200}[\d+/=._~-])[\w+/.=~-]{7,}[\w+/=~-]/gi }],
  },
  {
    hint: holdsName,
    rules: [
      // `name=value`, `export NAME=value`, `"name": "value"`; also inside longer names.
      {
        pattern: new RegExp(
          `(${NAMED}["'\`]?\\s*(?::=|=>|=)\\s*|${NAMED}["'\`]\\s*:\\s*|${NAMED}:)${UNMASKED}${VALUE}`,
          "giu",
        ),
      },
      // `Password: value` in prose: one that no word is, or that ends the line.
      {
        pattern: new RegExp(
          `(${NAMED}\\s*[:：]\\s*)${UNMASKED}(?:(?=${VALUE}\\s*$)|(?=\\S{0,200}[\\d_$!#%^&*=+]))${VALUE}`,
          "gimu",
        ),
      },
      // "the password is hunter2": a value that no word is, after the name and a verb.
      {
        pattern: new RegExp(
          `(${NAMED}\\s+(?:is|was|ist|lautet|est|es|é|это|是|は)\\s+)${UNMASKED}(?=\\S{0,200}[\\d_$!#%^&*=+])\\S{3,}[^\\s.,;:)\\]，。；、]`,
          "giu",
        ),
      },
    ],
  },
  ...SPOKEN_SECRETS,
  // Keys that tell by their beginning what they are.
  {
    hint: holding(/[_.-][\w.-]{12}/),
    rules: [
      {
        pattern:
          /(?<![A-Za-z0-9])()(?:sk|pk|rk|tok|key|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abposr]|xapp|hf|npm|pypi|dop_v1|shpat|whsec|eb|sq0\w{3}|AIza|ya29|SG|AC)[_.-](?=[\w.-]{0,200}\d)[\w.-]{11,}[\w-]/g,
      },
    ],
  },
  {
    hint: holding(/akia|asia|aroa|aida/),
    rules: [
      { pattern: /(?<![A-Za-z0-9])()(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
      // What belongs to it, wherever it stands.
      { pattern: new RegExp(`(?<![\\w/+=.-])()${PAIRED_KEY}`, "g") },
    ],
  },
  {
    hint: holding(/secret|access key/),
    rules: [
      {
        pattern: new RegExp(
          `((?:[Ss]ecret|SECRET|[Aa]ccess)(?: [Aa]ccess)?(?: [Kk]ey)?:? )${PAIRED_KEY}`,
          "g",
        ),
      },
    ],
  },
  { hint: holding(/aiza/), rules: [{ pattern: /(?<![A-Za-z0-9])()AIza[\w-]{30,}/g }] },
  // Signed tokens.
  { hint: holding(/eyj/), rules: [{ pattern: /(?<![\w-])()eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g }] },
  // A run that only chance writes: long, of letters and digits in both cases. Paths, ids with dashes and hashes stay.
  {
    hint: (_, text) => holdsLongRun(text),
    rules: [
      {
        pattern:
          /(?<![\w/+=.-])()(?=[\w+/=]{0,200}[a-z])(?=[\w+/=]{0,200}[A-Z])(?=(?:[A-Za-z_+/=]{0,200}\d){3})[\w+/=]{32,}(?![\w/.-])/g,
      },
    ],
  },
];

const LONG_RUN = 32;
const OF_RUN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w+/=]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const UPPER = /[A-Z]/;

/** Whether so many characters of a run stand together, a capital among them: such a run holds one place in each `LONG_RUN`. */
function holdsLongRun(text: string): boolean {
  const isOfRun = (place: number) => OF_RUN[text.charCodeAt(place)] === 1;
  for (let place = LONG_RUN - 1; place < text.length; place += LONG_RUN) {
    if (!isOfRun(place)) continue;
    let [first, after] = [place, place + 1];
    while (isOfRun(first - 1)) first--;
    while (isOfRun(after)) after++;
    if (after - first >= LONG_RUN && UPPER.test(text.slice(first, after))) return true;
    // The rest of a long run holds nothing new.
    place += LONG_RUN * Math.floor((after - place) / LONG_RUN);
  }
  return false;
}
