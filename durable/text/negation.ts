// Whether a text denies something, in the languages that it is likely to be written in. Full-text search leaves such words
// out, since they say nothing of what a text is about; but two facts may differ in nothing else.

const WORDS = new Set(
  `not no never none nobody nothing neither nor without cannot non nicht nichts nie niemals kein keine keinen keinem keiner
  keines niemand ohne niet geen nooit niemand zonder pas jamais sans aucun aucune rien no nunca sin nadie nada ningún ninguna
  ninguno mai senza nessun nessuno nessuna não nem sem nunca ninguém inte ingen inga aldrig utan ikke ingen aldri uden
  не нет без никогда никто ничего нельзя ні немає nie bez nigdy nikt değil yok hiç`.split(/\s+/),
);
/** Endings of English auxiliaries, and a beginning that denies a noun. */
const PART = /n[’']t\b|\b(?:nicht|niet)(?=\p{L}{4})/iu;
/** Of scripts without spaces. */
const CHARACTERS = /[不没沒非无無未勿别]|ない|ません|なく|ずに|않|안\s|못|없|아니/u;

export function denies(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => WORDS.has(word)) || PART.test(text) || CHARACTERS.test(text);
}
