// What Vectorize takes at once, as its documentation and its own refusals say.

export const VECTORIZE = {
  /** Vectors of one upsert. */
  upsert: 1_000,
  /** Ids of one deletion: it refuses more with its error 40007, though an upsert may hold ten times as many. */
  deletion: 100,
  /** Ids of one `getByIds`. */
  gets: 20,
  /** Best vectors of one query, bare, and with their values or all of their metadata. */
  topK: 100,
  topKWithMore: 20,
  /** Bytes of an id, and of a namespace. */
  nameBytes: 64,
  /** Bytes of a vector's metadata as JSON. */
  metadataBytes: 10 * 1024,
  dimensions: 1_536,
} as const;
