import { CallError, type CallFacts } from "./api-error.ts";
import type { Reply } from "./attempt.ts";
import { decode } from "./decode.ts";

/** The body of a failure: JSON if it is, else its text, undefined if it is empty. */
export async function failureBody({ response, text }: Reply): Promise<unknown> {
  const body = text ?? (await response.text());
  try {
    return JSON.parse(body);
  } catch {
    return body || undefined;
  }
}

/**
 * The JSON body of a success.
 *
 * @throws DecodeError if it cannot be taken for one.
 */
export async function successBody({ response, text }: Reply, facts: CallFacts): Promise<unknown> {
  try {
    return decode(text ?? (await response.text()));
  } catch (cause) {
    const what = `${response.status} with ${(cause as Error).message}; is baseUrl the API's?`;
    throw new CallError("decode", facts, what, {}, cause, response);
  }
}
