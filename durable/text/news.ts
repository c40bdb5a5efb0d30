// Whether a statement says that it is new: that something is so now, since a time, or no longer. Words of several languages; a
// word of a script with spaces counts only as a whole.

const SPACED = wordList(
  `now|nowadays|currently|since|as of|no longer|not any more|anymore|moved|has moved|relocated|switched|changed to|became|newly|new job|
  from now on|effective|jetzt|inzwischen|seit|nicht mehr|umgezogen|zog|neuerdings|maintenant|désormais|depuis|ne plus|déménagé|ahora|
  desde|ya no|se mudó|agora|já não|mudou|теперь|сейчас|с тех пор|больше не|переехал|переехала`,
);
const UNSPACED = wordList("现在|目前|已经|不再|搬到|改为|起|今は|現在|今では|もう|引っ越し|転職");

export function saysItIsNew(text: string): boolean {
  const words = ` ${text
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")} `;
  return SPACED.some((word) => words.includes(` ${word} `)) || UNSPACED.some((word) => text.includes(word));
}

function wordList(words: string): string[] {
  return words.split("|").map((word) => word.trim());
}
