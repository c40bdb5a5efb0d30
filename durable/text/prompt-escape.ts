// A text as it stands inside the tags of a prompt: no mark of it can open or close one, and no line of it begins another.

const MARKS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};
/** What XML has no place for; halves of characters too. */
const FOREIGN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function promptEscaped(text: string): string {
  return text.replaceAll(FOREIGN, "\ufffd").replaceAll(/[&<>"'\t\n\r]/g, (mark) => MARKS[mark]);
}
