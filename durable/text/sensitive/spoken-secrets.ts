// Secrets as people tell them: a passphrase of several words after "the password is", a PIN. A predicate is no
// passphrase: it begins with a participle or a judgement, or small words stand in it.

import type { SecretRules } from "./secret-rule.ts";

const list = (words: string) => words.trim().split(/\s+/).join("|");

/** Words that sentences are built with, in English, German, French and Spanish; passphrases hardly are. */
const SMALL = list(`
  the a an and or but nor not no of to in on at by for from with without within into onto over under after before since until
  while when where which who whose what why how if then than as so too very just only also even still yet already again once
  always never often usually sometimes now here there this that these those it its he she they we you i me my your his her our
  their them us is are was were be been being has have had do does did will would shall should can could may must might need
  needs every each any some all both per because about above below between during through same different other another more
  most less least much many few up down out off back away using via unless except characters letters digits words long
  der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine nie immer noch schon auch nur sehr zu
  zum zur im an am auf aus bei beim mit nach von vom vor für über unter durch ohne um bis seit wie als wenn weil dass ob es er
  sie wir ihr ich du mir mich uns sich sein mein dein unser diese dieser dieses jede jeder jedes jeden alle allen wird werden
  wurde sind ist war hat haben muss soll kann darf hier dort jetzt überall gleich dasselbe selbe mindestens zeichen stellen
  buchstaben ziffern lang bald wieder mehr
  le la les l un une du de d et ou mais ne pas non plus jamais toujours à au aux en dans sur sous avec sans par pour chez entre
  que qui quoi dont où quand si comme ce cet cette ces il elle nous vous ils elles on je tu te se mon ma mes ton ta son sa ses
  notre votre leur est sont être été ont doit peut très trop bien aussi même tout tous toute toutes chaque caractères lettres
  chiffres mots
  el los las una unos unas y o pero ni nunca siempre al del con sin entre sobre desde hasta quien cuando donde como lo su sus son
  está están ser fue ha han debe puede muy más menos también mismo misma todo todos toda todas cada caracteres letras dígitos
  palabras
`);
/** How what is said of a password begins. */
const JUDGING = list(`
  important necessary optional mandatory wrong incorrect invalid valid weak strong secure insecure safe public secret private
  unknown available empty missing case kept set sent written held shown hidden lost stolen something nothing anything easy hard
  difficult simple good bad better great enough
  see ask use rotate reset change check store find siehe frag fragen steht voir demander ver pregunta
  wichtig falsch richtig sicher unsicher geheim gültig ungültig leer nötig notwendig erforderlich bekannt unbekannt
  important nécessaire obligatoire invalide valide faux secret connu
  importante necesaria obligatoria incorrecta inválida válida secreta
  \\p{L}+(?:ed|ly|é|ée|ada|ado|ida|ido) (?:ge|ver|be|ab|hinter)\\p{L}+(?:t|en)
`);
const END = "(?![\\p{L}\\p{N}])";
const WORD = `(?!(?:${SMALL})${END})[\\p{L}\\p{N}]{2,20}${END}`;
const PHRASE = `(?!(?:${JUDGING})${END})${WORD}(?:[ \\t]+${WORD}){3,9}|\\p{L}{2,20}(?:-\\p{L}{2,20}){3,9}${END}`;

const PASSWORD = "(?:passwords?|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|senha)";
/** What it is the password of. */
const OF =
  "(?:\\s+(?:for|of|to|on|für|vom|von|zum|du|de|des|pour|del|para|do|da)(?:\\s+[\\p{L}\\p{N}'’.-]{1,30}){1,3}?)?";
const VERB = "\\s+(?:is|was|ist|lautet|war|est|es|era|é)\\s*[:：]?\\s*";
const COLON = "\\s*[:：=]\\s*";
const IS = `(?:${VERB}|${COLON})`;

const PIN = "(?<![\\p{L}\\p{N}_])(?:pin(?:[ -]?(?:code|nummer|number))?|passcode)";
const NUMBER_NAME = `(?:${PIN}|(?<![\\p{L}\\p{N}_])(?:geheimzahl|geheimnummer|code pin|código pin))`;
/** What is counted is no number that opens something. */
const COUNTED =
  "(?![\\d%]|[.,:/-]\\d|\\s*(?:digits?|numbers?|characters?|times|attempts?|tries|ziffern|stellen|stellig|zeichen|mal|chiffres|caractères|fois|dígitos|cifras|caracteres|veces))";

export const SPOKEN_SECRETS: readonly SecretRules[] = [
  {
    hint: (_, text) => /passw|passphrase|passcode|kennwort|mot de passe|contraseña|senha/iu.test(text),
    rules: [
      { pattern: new RegExp(`(${PASSWORD}${OF}${VERB}["'“„«‘]?)(?:${PHRASE})`, "giu") },
      // After a colon notes of any kind stand: nothing else may follow.
      { pattern: new RegExp(`(${PASSWORD}${OF}${COLON}["'“„«‘]?)(?:${PHRASE})(?=["'”“»’.]?\\s*$)`, "gimu") },
      // Of something: `the password of the router is hunter2`.
      {
        pattern: new RegExp(
          `(${PASSWORD}${OF}\\s+(?:is|was|ist|lautet|est|es|é)\\s*[:：]?\\s+)(?!\\(|\\[redacted:)(?=\\S{0,200}[\\d_$!#%^&*=+])\\S{3,200}[^\\s.,;:)\\]，。；、]`,
          "giu",
        ),
      },
    ],
  },
  {
    hint: (_, text) => /pin|code|geheim/iu.test(text),
    rules: [
      {
        pattern: new RegExp(
          `(${NUMBER_NAME}${OF}${IS})(?:\\d{4,10}|\\d{2,4}(?:[ -]\\d{2,4}){1,2})${COUNTED}`,
          "giu",
        ),
      },
      { pattern: new RegExp(`(${PIN}\\s+)\\d{4,10}${COUNTED}`, "giu") },
    ],
  },
];
