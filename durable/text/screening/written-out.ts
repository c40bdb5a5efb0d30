// A text for somebody who judges it: what nobody sees is written out, so that nothing in it is hidden and nothing in it acts.

const UNSEEN =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|(?![\t\n])\p{Cc}/gu;

export function writtenOut(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}
