// Where one is: the part of the address behind `#`, such as `#/ask?question=…`. The server never sees it, and no
// path of the API is taken. Links are ordinary ones: they open in a new tab, and the back button works.

import { useEffect, useState } from "preact/hooks";

export interface Place {
  /** Of a page in the table; empty for the first. */
  readonly path: string;
  readonly parameters: URLSearchParams;
}

export type Parameters = Readonly<Record<string, string | undefined>>;

/** The address of a page, for `href`. */
export function href(path: string, parameters: Parameters = {}): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  const query = new URLSearchParams(given).toString();
  return `#/${path}${query && `?${query}`}`;
}

/** Goes to a page; `replace` leaves no step for the back button. */
export function go(path: string, parameters: Parameters = {}, replace = false): void {
  const target = href(path, parameters);
  if (target === location.hash) return;
  if (replace) {
    history.replaceState(null, "", target);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = target;
  }
}

/** Changes some parameters of where one is; an empty one goes. */
export function alter(changes: Parameters, replace = true): void {
  const { path, parameters } = placeOf(location.hash);
  go(path, { ...Object.fromEntries(parameters), ...changes }, replace);
}

/** Where one is; the caller is drawn anew when that changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const moved = () => setHash(location.hash);
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return placeOf(hash);
}

function placeOf(hash: string): Place {
  const [path, query] = hash.replace(/^#\/?/, "").split("?", 2);
  return { path, parameters: new URLSearchParams(query) };
}
