// Whether a message contradicts the answer before it, in several languages. Only how it begins counts: later in a
// message the same words are about something else.

const BEGINNINGS: readonly RegExp[] = [
  /^(?:no|nope|wrong|incorrect|false|not (?:quite|correct|right|true))(?=[\s,.;:!–—-]|$)(?!,? (?:problem|worries|idea|need|matter|doubt|rush|longer|thanks|thank)\b)/,
  /^(?:no,? |sorry,? |but )?(?:that|this|it)(?:'s| is| was) (?:just |simply |still )?(?:wrong|incorrect|false|outdated|not (?:right|correct|true|what))(?![\p{L}])/u,
  /^you(?:'re| are| were) (?:wrong|mistaken)\b/,
  /^(?:das|es|dies) (?:ist|war) (?:so )?(?:leider )?(?:falsch|nicht richtig|nicht korrekt|veraltet)\b|^(?:das )?stimmt (?:so )?nicht\b|^das stimmt (?:so )?nicht\b|^falsch\b|^nein(?=[\s,.;:!–—-]|$)(?!,? danke)/,
  /^(?:c'est|ce n'est|non,? c'est|non,? ce n'est) (?:faux|inexact|incorrect|pas (?:vrai|correct|juste|exact|ça))(?![\p{L}])|^faux(?![\p{L}])|^non(?=[\s,.;:!–—-]|$)(?!,? merci)/u,
  /^(?:eso |esto )?(?:no es|no era) (?:correcto|cierto|verdad|así)(?![\p{L}])|^(?:eso |esto )?(?:es|está) (?:falso|mal|incorrecto|equivocado)(?![\p{L}])|^(?:incorrecto|falso|mal|te equivocas)(?![\p{L}])/u,
  /^(?:isso |isto )?(?:não é|não está|não era) (?:correto|certo|verdade|assim)(?![\p{L}])|^(?:isso |isto )?(?:é|está) (?:falso|errado|incorreto)(?![\p{L}])|^(?:errado|falso|incorreto)(?![\p{L}])|^não(?=[,.;:!–—-]|$)/u,
  /^(?:нет,? )?(?:это )?(?:неверно|неправильно|не так|неправда|ошибка|не верно)(?![\p{L}])|^нет(?=[,.;:!–—-]|$)|^ты ошиб|^вы ошиб/u,
  /^(?:不对|不對|错了|錯了|不是这样|不是這樣|不正确|不正確|你错了|你錯了|搞错了|搞錯了|说错了)/,
  /^(?:違います|違う|ちがう|間違|まちがい|そうじゃない|そうではない|それは違|それは間違|いいえ[、。])/,
];
/** Longer messages are tasks or documents. */
const LONGEST = 600;

export function objects(message: string): boolean {
  const text = message
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  return text.length <= LONGEST && BEGINNINGS.some((beginning) => beginning.test(text));
}
