import { newToken } from "../http/token.ts";
import type { ManagementStore, TokenScope } from "../store/management-store.ts";

/** Makes a token and keeps its hash. @returns What the caller has to send. */
export function createToken(store: ManagementStore, name: string, scope: TokenScope): string {
  const { id, text, hash } = newToken();
  store.addToken({ id, name, scope, hash });
  return text;
}
