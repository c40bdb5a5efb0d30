// Messages that ask nothing of memory: thanks, agreement, greetings, going on, and sums. Only messages that consist of
// such words alone; one word more and it is a question like any other.

const WORDS = new Set(
  `a again ahead all alright and any anything are as at awesome bye can carry continue cool could do done else enough
  fine for go going good got great have hello help hey hi how i is it just keep kind later lot many me more morning
  much my need next nice night no nope not now of off ok okay on one perfect please proceed really right see so
  sounds stop sure thank thanks that thats the then there these this thx to today too try understood up very wait
  welcome well what whats will wonderful works would wow yea yeah yep yes you your
  times plus minus divided by equals multiplied
  ja nein danke bitte gut super weiter mach hallo tschüss schön sehr alles klar genau okey vielen dank gern gerne
  oui non merci bien parfait bonjour salut continue beaucoup vas
  sí si no gracias vale bueno perfecto hola adiós muchas sigue adelante
  grazie va bene perfetto ciao obrigado obrigada olá sim não certo
  bedankt dank ja nee goed prima doorgaan
  да нет спасибо хорошо ладно привет пока продолжай`
    .split(/\s+/)
    .filter(Boolean),
);
/** Whole messages in scripts that do not part their words. */
const PHRASES =
  /^(?:谢谢|謝謝|多谢|好的?|可以|继续|繼續|是的?|不是|你好|再见|没问题|ありがとう(?:ございます)?|はい|いいえ|了解(?:です)?|続けて(?:ください)?|こんにちは|감사합니다|고마워요?|네|아니요|계속해?줘?|안녕하세요)+$/u;

export function isSmallTalk(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replace(/[\u2019']/g, "")
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length === 0) return true;
  return words.every((word) => WORDS.has(word)) || PHRASES.test(words.join(""));
}
