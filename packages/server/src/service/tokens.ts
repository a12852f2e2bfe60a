import { newToken } from "../http/token.ts";
import type { ManagementStore, TokenScope } from "../store/management-store.ts";

/** Creates a token and stores its hash. @returns The bearer token to send. */
export async function createToken(
  store: ManagementStore,
  name: string,
  scope: TokenScope,
): Promise<string> {
  const { id, text, hash } = newToken();
  await store.addToken({ id, name, scope, hash });
  return text;
}
