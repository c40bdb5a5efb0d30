// Control characters as signs that can be seen: what memory says steers no terminal, wherever it is printed.

/** All but tabs and the ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/g;

export function controlsShown(text: string): string {
  return text.replace(CONTROL, signOf);
}

/** Of one character; those that have no sign of their own are unknown ones. */
export function signOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 32) return String.fromCharCode(0x2400 + code);
  return code === 127 ? "\u2421" : "\ufffd";
}
