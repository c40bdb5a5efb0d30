// A name as it is shown and compared: without characters that nobody sees, that turn the direction of what follows, or that control a
// device. Joiners of scripts and of emoji are shown, and make no other name.

const UNSHOWN =
  /(?!\s)\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u{fff9}-\u{fffb}]|\ufeff|[\u{e0000}-\u{e007f}]/gu;
const UNSEEN = /(?!\s)\p{Cc}|[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]|\ufeff/gu;
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Empty where nothing of it can be seen. */
export function shownName(raw: string): string {
  if (!VISIBLE.test(raw)) return "";
  return raw.replaceAll(UNSHOWN, "").replaceAll(/\s+/gu, " ").trim();
}

/** As names are compared, whatever their case. */
export function comparedName(name: string): string {
  return name.normalize("NFKC").replaceAll(UNSEEN, "").trim().replaceAll(/\s+/gu, " ").toLowerCase();
}
