import { DEFAULT_MAX_BYTES, readText } from "./body.ts";
import { decodeError } from "./errors.ts";
import { readEvents } from "./events.ts";
import { asNetworkError } from "./network.ts";
import { results } from "./response.ts";
import type { RequestContext } from "./send.ts";

/**
 * Reading of successes that are text, bytes or streams of events, for clients with operations that have some. To
 * be listed after the other parts.
 */
export const contents = { readText: readContent, readBody };

/** Bytes of responses that are not text. */
const bytes = new WeakMap<Response, Blob>();

async function readContent(
  response: Response,
  context: RequestContext,
  maxBytes: number | undefined,
): Promise<string> {
  if (isEvents(response, context)) {
    // Read by the caller, event by event.
    return "";
  }
  if (!response.ok || context.rule.content !== "binary") {
    return readText(response, context, maxBytes);
  }
  bytes.set(response, await readBlob(response, context, maxBytes));
  return "";
}

function readBody(response: Response, text: string, context: RequestContext): unknown {
  const { content, noContent } = context.rule;
  if (isEvents(response, context)) {
    return readEvents(response, context);
  }
  if (content === undefined) {
    return results.readBody(response, text, context);
  }
  const data = content === "binary" ? bytes.get(response) : text;
  const isEmpty = content === "binary" ? !bytes.get(response)?.size : text === "";
  return noContent && isEmpty ? undefined : data;
}

function isEvents({ ok, headers }: Response, { rule }: RequestContext): boolean {
  const type = headers.get("content-type") ?? "";
  return ok && rule.events !== undefined && /^text\/event-stream\b/i.test(type);
}

/** @throws CallError of kind `decode` if the body is longer than allowed; the rest of it is not read. */
async function readBlob(
  response: Response,
  context: RequestContext,
  maxBytes = DEFAULT_MAX_BYTES,
): Promise<Blob> {
  const type = response.headers.get("content-type") ?? "";
  const { body } = response;
  // A `fetch` of another package may return a stream of another kind.
  if (typeof body?.pipeThrough !== "function") {
    return new Blob([await response.arrayBuffer().catch(asNetworkError(context))], { type });
  }
  let length = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength;
        if (length > maxBytes) {
          const what = `a body of more than ${maxBytes} bytes (maxResponseBytes)`;
          throw decodeError(what, response, context);
        }
        controller.enqueue(chunk);
      },
    }),
  );
  const limited = new Response(counted, { headers: { "content-type": type } });
  return limited.blob().catch(asNetworkError(context));
}
