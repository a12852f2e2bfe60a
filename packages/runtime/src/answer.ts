import { CallError, type CallFacts } from "./api-error.ts";
import { decode } from "./decode.ts";

/** The body of a failure: JSON if it is, else its text, undefined if it is empty. */
export function failureBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/**
 * The JSON body of a success.
 *
 * @throws DecodeError if the text cannot be taken for one.
 */
export function successBody(text: string, response: Response, facts: CallFacts): unknown {
  try {
    return decode(text);
  } catch (cause) {
    const what = `${response.status} with ${(cause as Error).message}; is baseUrl the API's?`;
    throw new CallError("decode", facts, what, {}, cause, response);
  }
}
