// Telephone numbers by their shape, and where the shape could be anything else, by the words around them. Dates, times,
// addresses of a network, versions, amounts and ids are none.

export interface Place {
  readonly start: number;
  readonly end: number;
}

const CANDIDATE =
  /(?<![\p{L}\p{N}_@/:#$€£=]|[\d\p{L}][.,-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{1,12}(?:[ .-]\d{1,8}){0,6}(?![\p{L}\p{N}_@%€]|[.,:/]\d)/gu;
const DATE =
  /^(?:(?:19|20)\d\d[ .-](?:0?[1-9]|1[0-2])[ .-][0-3]?\d|[0-3]?\d[ .-][0-3]?\d[ .-](?:\d\d|(?:19|20)\d\d))(?: \d{1,2})?$/;
const QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const SOCIAL = /^\d{3}-\d{2}-\d{4}$/;
/** Shapes that hardly anything else has. */
const STRONG: readonly RegExp[] = [
  /^\+[\d ().-]{7,}$/,
  /^(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[ .-]\d{4}$/,
  /^(?:1 )?\d{3} \d{3} \d{4}$/,
  /^\(\d{2,5}\)[ .-]?\d{2,}[\d .-]*$/,
  /^0\d{1,4}(?:[ -]\d{2,5}){2,5}$/,
  /^00\d{1,3}(?:[ -]\d{2,5}){2,5}$/,
];
/** Of a shape that other numbers have as well; grouped by blanks or dashes, or not at all. */
const WEAK = /^\d{2,5}(?:[ -]\d{2,5}){1,5}$|^0?\d{7,12}$/;
const BEFORE =
  /(?:phone|telephone|tel|mobile|cell|fax|call|calls|calling|dial|ring|reach|text|texts|texting|sms|whatsapp|signal|answering|contact|hotline|messages? (?:to|from|on|at)|telefon|handy|rufnummer|anrufen|téléphone|portable|appelez|teléfono|móvil|llama|telefone|celular|telefono|cellulare|telefoon|телефон|звоните|电话|電話|手机)[^\d]{0,24}$/iu;
const AFTER = /^[ -]{0,3}(?:\(?(?:office|fax|mobile|cell|home|work|phone|tel)\b)/i;
const LOOKED_AT = 60;
const MASKED = /\[redacted:[a-z]+\]/g;

export function phonesIn(text: string): Place[] {
  const places: Place[] = [];
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const end = index + found.length;
    if (isPhone(found, text.slice(Math.max(0, index - LOOKED_AT), index), text.slice(end, end + LOOKED_AT)))
      places.push({ start: index, end });
  }
  return places;
}

function isPhone(found: string, before: string, after: string): boolean {
  const digits = found.replace(/\D/g, "").length;
  if (digits < 7 || digits > 15) return false;
  if (DATE.test(found) || QUAD.test(found) || SOCIAL.test(found)) return false;
  if (STRONG.some((shape) => shape.test(found)) && (digits >= 8 || found.startsWith("("))) return true;
  // A number that was masked stands between, as the number did.
  return WEAK.test(found) && (BEFORE.test(before.replace(MASKED, "0")) || AFTER.test(after));
}
