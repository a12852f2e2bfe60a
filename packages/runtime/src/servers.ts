import { checkBaseUrl, checkMembers } from "./check-options.ts";
import { inputError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { Settings } from "./options.ts";

/** A part that changes the settings of a client for one operation. */
export interface Adapter {
  readonly adapt?: (settings: Settings, rule: Operation) => Partial<Settings>;
}

/**
 * Sending of operations to servers of their own, for clients with operations that have some: to what the option
 * `servers` has in place of the server that the contract states. Without it, the base URL is that of every operation,
 * because no token may be sent to a host that the caller did not name.
 *
 * @param urls The servers as the contract states them.
 * @param other The part that changes settings too, if there is one.
 */
export function servers<Other extends Adapter>(urls: readonly string[], other?: Other) {
  const adapt = (settings: Settings, rule: Operation): Partial<Settings> => ({
    ...other?.adapt?.(settings, rule),
    ...(rule.server === undefined ? {} : { baseUrl: urlOf(settings, urls, rule.server) }),
  });
  return { ...other, adapt };
}

/** @throws InputError if the option is wrong. */
function urlOf(settings: Settings, urls: readonly string[], server: string): string {
  const facts = { operation: "client", method: "", url: "", attempts: 0 };
  const { servers: option = {} } = settings as { readonly servers?: unknown };
  const { [server]: own = settings.baseUrl } = checkMembers(facts, "servers", option, urls);
  try {
    return checkBaseUrl(facts, own);
  } catch {
    throw inputError(facts, "servers", "must have http(s) URLs without ? # @ {");
  }
}
