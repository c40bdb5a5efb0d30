// Takes secrets out of a text before it is kept or sent: keys, tokens, passwords, private keys, connection strings.
// The text around them stays readable, and a sentence that only speaks of a secret stays as it is.

const MASK = "(secret removed)";

/** A value that a name of this kind stands before is a secret, whatever it looks like. */
const NAME =
  "(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|shared[_-]?access[_-]?(?:key|signature)|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|session[_-]?token|bearer[_-]?token|token|secret|passwords?|passwd|pwd|passphrase|passwort|kennwort|mot de passe|contraseña|senha|пароль|密码|密碼|パスワード|credentials?)";
const VALUE = "(?:\"[^\"\\n]{3,}\"|'[^'\\n]{3,}'|`[^`\\n]{3,}`|[^\\s\"'`,;，。；、]{3,})";

const NAMED = `(?<![\\p{L}\\p{N}])[\\w.-]{0,40}${NAME}[\\w.-]{0,40}`;

interface Rule {
  readonly pattern: RegExp;
  /** What stays of a match; `$1` and so on are its groups. */
  readonly kept: string;
}

const RULES: readonly Rule[] = [
  // Private keys, also cut off.
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|CERTIFICATE|OPENSSH)[^-]*-----[\s\S]*?(?:-----END [^-]*-----|$)/g,
    kept: MASK,
  },
  // Passwords inside addresses and connection strings.
  { pattern: /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@:"'<>]{0,200}:[^\s@"'<>]{1,500}@/gi, kept: `$1${MASK}@` },
  // Authorization headers.
  {
    pattern: /\b((?:proxy-)?authorization\s*[:=]\s*(?:\w+\s+)?)(?!\(|\w+\s+\()[^\s"'`]{6,}/gi,
    kept: `$1${MASK}`,
  },
  { pattern: /\b(bearer|basic)\s+(?=[\w+/.=~-]{0,200}[\d+/=._~-])[\w+/.=~-]{8,}/gi, kept: `$1 ${MASK}` },
  // `name=value`, `export NAME=value`, `"name": "value"`; also inside longer names.
  {
    pattern: new RegExp(
      `(${NAMED}["'\`]?\\s*(?::=|=>|=)\\s*|${NAMED}["'\`]\\s*:\\s*|${NAMED}:)(?!\\()${VALUE}`,
      "giu",
    ),
    kept: `$1${MASK}`,
  },
  // `Password: value` in prose: one that no word is, or that ends the line.
  {
    pattern: new RegExp(
      `(${NAMED}\\s*[:：]\\s*)(?!\\()(?:(?=${VALUE}\\s*$)|(?=\\S{0,200}[\\d_$!#%^&*=+]))${VALUE}`,
      "gimu",
    ),
    kept: `$1${MASK}`,
  },
  // "the password is hunter2": a value that no word is, after the name and a verb.
  {
    pattern: new RegExp(
      `(${NAMED}\\s+(?:is|was|ist|lautet|est|es|é|это|是|は)\\s+)(?=\\S{0,200}[\\d_$!#%^&*=+])\\S{4,}`,
      "giu",
    ),
    kept: `$1${MASK}`,
  },
  // Keys that tell by their beginning what they are.
  {
    pattern:
      /(?<![A-Za-z0-9])(?:sk|pk|rk|tok|key|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abposr]|xapp|hf|npm|pypi|dop_v1|shpat|whsec|eb|sq0\w{3}|AIza|ya29|SG|AC)[_.-](?=[\w.-]{0,200}\d)[\w.-]{12,}/g,
    kept: MASK,
  },
  { pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, kept: MASK },
  { pattern: /(?<![A-Za-z0-9])AIza[\w-]{30,}/g, kept: MASK },
  // Signed tokens.
  { pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, kept: MASK },
];

/** A run that only chance writes: long, of letters and digits in both cases. Paths, ids with dashes and hashes stay. */
const RANDOM =
  /(?<![\w/+=.-])(?=[\w+/=]{0,200}[a-z])(?=[\w+/=]{0,200}[A-Z])(?=(?:[A-Za-z_+/=]{0,200}\d){3})[\w+/=]{32,}(?![\w/.-])/g;

/** The text with every secret masked. */
export function withoutSecrets(text: string): string {
  const masked = RULES.reduce((rest, { pattern, kept }) => rest.replace(pattern, kept), text);
  return masked.replace(RANDOM, MASK);
}
