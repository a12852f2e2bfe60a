import { newToken } from "../http/token.ts";
import type { ManagementStore, TokenScope } from "../store/management-store.ts";

/** Creates a token and stores its hash. @returns The bearer token to send. */
export function createToken(store: ManagementStore, name: string, scope: TokenScope): string {
  const { id, text, hash } = newToken();
  store.addToken({ id, name, scope, hash });
  return text;
}
