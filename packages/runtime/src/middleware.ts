import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";
import type { Reply } from "./attempt.ts";
import { type Sending, send } from "./send.ts";

/** Sends a request through middleware: forth in order, back in reverse; retries lie beneath. */
export async function sendThrough(
  uses: readonly Middleware[],
  request: Request,
  sending: Sending,
  facts: Omit<MiddlewareCallbackParams, "request">,
): Promise<Reply> {
  for (const use of uses) {
    const result = await use.onRequest?.({ ...facts, request });
    if (result instanceof Response) {
      return { response: result };
    }
    request = result ?? request;
  }
  const back = [...uses].reverse();
  let response: Response | undefined;
  try {
    ({ response } = await send(request, request, sending));
  } catch (caught) {
    let error = caught;
    for (const use of back) {
      const result = await use.onError?.({ ...facts, request, error });
      if (result instanceof Response) {
        response = result;
        break;
      }
      error = result ?? error;
    }
    if (!response) {
      throw error;
    }
  }
  for (const use of back) {
    response = (await use.onResponse?.({ ...facts, request, response })) ?? response;
  }
  return { response };
}
