// A new device gets its token for the code that another shows; it has none to send yet.

import {
  DIRECTORY_ENDPOINTS,
  type DirectoryReplyOf,
  type DirectoryRequestOf,
} from "../wire/directory-endpoints.ts";
import { type CallOptions, Connection, type ConnectionOptions } from "./connection.ts";

/** The token that a pairing code makes. Throws `ClientError`: `not_found` for a code that opens nothing. */
export function redeemPairing(
  options: Omit<ConnectionOptions, "token" | "tenant">,
  request: DirectoryRequestOf<"redeemPairing">,
  call?: CallOptions,
): Promise<DirectoryReplyOf<"redeemPairing">> {
  const connection = new Connection({ ...options, token: null });
  return connection.call(DIRECTORY_ENDPOINTS.redeemPairing, {}, request, call);
}
