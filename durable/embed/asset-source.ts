// Where embedders get their weights from: the worker's static assets, or a folder under Node.

/** The bytes of an asset by its file name, or null where there is none of that name. */
export type AssetSource = (name: string) => Promise<ArrayBuffer | null>;
