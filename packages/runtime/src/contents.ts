import { readChunks, readText } from "./body.ts";
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

async function readBlob(
  response: Response,
  context: RequestContext,
  maxBytes: number | undefined,
): Promise<Blob> {
  const chunks = (await readChunks(response, context, maxBytes)) ?? [
    await response.arrayBuffer().catch(asNetworkError(context)),
  ];
  const type = response.headers.get("content-type") ?? "";
  // A response reads the type as that of a body.
  return new Response(new Blob(chunks), { headers: { "content-type": type } }).blob();
}
