// Stored text, which anybody may have written: drawn as text and nothing else, kept apart from what stands around it, and
// with what hides in it made visible. Whatever comes out of a memory goes through here.

import { piecesOf } from "./unseen-characters.ts";

interface Props {
  readonly text: string;
  /** Letters to show at most; the rest is told by a mark. */
  readonly most?: number;
}

/** In one line. */
export function Stored({ text, most }: Props) {
  const shown = most !== undefined && text.length > most ? `${text.slice(0, most)}…` : text;
  return (
    <bdi class="stored">
      {piecesOf(shown).map((piece, at) =>
        piece.unseen ? (
          <span key={at} class="character" title="a character that is not seen">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}

/** As it is written, lines and all. */
export function StoredBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="stored-block" aria-label={label} tabIndex={0}>
      <pre dir="auto">
        <Stored text={text} />
      </pre>
    </section>
  );
}
