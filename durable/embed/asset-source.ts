// Where embedders get their weights from: the worker's static assets, or a folder under Node (golden/folder-assets.ts).

/** The bytes of an asset by its file name, or null where there is none of that name. */
export type AssetSource = (name: string) => Promise<ArrayBuffer | null>;

/** Any host will do: the binding looks at the path alone. */
const PLACE = "https://assets.invalid/";

/** The assets of the worker; without the binding there are none. */
export function workerAssets(binding: Pick<Fetcher, "fetch"> | undefined): AssetSource {
  return async (name) => {
    const response = await binding?.fetch(PLACE + name);
    if (response?.ok) return response.arrayBuffer();
    await response?.body?.cancel();
    return null;
  };
}
