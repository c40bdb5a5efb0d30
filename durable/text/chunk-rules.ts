// How long chunks may be, and which files are too short or too deep to be cut at all.

export interface ChunkRules {
  /** Most characters of a chunk. */
  readonly mostChars: number;
  /** What a full-width character counts for, 1…. */
  readonly fullWidth: number;
  /** True: a single line above the limit is cut too. */
  readonly cutLongLines: boolean;
  /** Characters that two pieces of a hard cut share, below `mostChars`. */
  readonly overlap: number;
  /** True: a section that is only headings joins the section after it. */
  readonly joinHeadings: boolean;
  /** JSON and configuration files shorter than this stay whole. */
  readonly structuredChars: number;
  /** Configuration files of fewer lines stay whole. */
  readonly structuredLines: number;
  /** JSON nested deeper than this stays whole. */
  readonly deepest: number;
}
