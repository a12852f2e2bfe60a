import { CallError, type CallFacts, isApiError, redact } from "./errors.ts";
import { typeOf } from "./values.ts";

/**
 * Creates what handles a failure of the network: of sending a request, or of reading a body. Only such failures are of
 * kind `network`; an error of anything else is thrown as it is.
 *
 * @throws CallError (the handler) of kind `network`, or what it is given if that is one already.
 */
export function asNetworkError(call: CallFacts): (error: unknown) => never {
  return (error) => {
    const reason = innermostMessage(error);
    const shown = redact(reason);
    // Some platforms name the whole URL; then the cause must not be shown either.
    const cause = shown === reason ? error : undefined;
    throw isApiError(error)
      ? error
      : new CallError("network", `no response: ${shown}`, call, { cause });
  };
}

/** Causes that are followed; there may be a cycle. */
const MAX_DEPTH = 9;

/** Returns the message of the innermost cause: Node's fetch itself only says "fetch failed". */
function innermostMessage(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < MAX_DEPTH && Object(inner).cause; depth++) {
    inner = Object(inner).cause;
  }
  const message = Object(inner).message ?? inner;
  return typeof message === "object" ? typeOf(message) : String(message);
}
