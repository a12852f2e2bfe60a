import { newToken } from "../http/token.ts";
import type { ManagementStore, TokenScope } from "../store/management-store.ts";

/**
 * Creates a token and stores its hash.
 *
 * @param expiresAt Unix seconds from which on it is not valid; null: it does not expire.
 * @returns The bearer token to send.
 */
export async function createToken(
  store: ManagementStore,
  name: string,
  scope: TokenScope,
  expiresAt: number | null = null,
): Promise<string> {
  const { id, text, hash } = newToken();
  await store.addToken({ id, name, scope, hash, expiresAt });
  return text;
}
