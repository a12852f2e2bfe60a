import { DEFAULT_MAX_BYTES } from "./body.ts";
import { abortError, CallError, decodeError } from "./errors.ts";
import { findRoundedInteger, hasLargeNumber } from "./numbers.ts";
import type { RequestContext } from "./send.ts";
import { waitFor } from "./wait.ts";

/** An event of a stream (`text/event-stream`). */
export interface ServerEvent<Data> {
  /** Type of the event; `message` if the service states none. */
  readonly event: string;
  /** Its data; text that is not JSON, such as `[DONE]`, is a string. */
  readonly data: Data | string;
  /** Identifier of the last event that had one. */
  readonly id?: string;
}

/**
 * A response that is read while it arrives, once. Leaving the loop ends the request; a stream over which nobody
 * loops keeps its connection.
 */
export type EventStream<Data> = AsyncGenerator<ServerEvent<Data>, void, undefined>;

/** Reads the events of a response, as the HTML standard has them. Its lines end in CR, LF or both. */
export async function* readEvents(
  response: Response,
  context: RequestContext,
): EventStream<unknown> {
  const { rule, options } = context;
  const { maxResponseBytes: maxBytes = DEFAULT_MAX_BYTES } = options;
  let lines: string[] = [];
  let length = 0;
  let id: string | undefined;
  for await (const line of linesOf(response, context, maxBytes)) {
    if (line !== "") {
      lines.push(line);
      length += line.length;
      if (length > maxBytes) {
        throw tooLong("an event", maxBytes, response, context);
      }
      continue;
    }
    const fields = fieldsOf(lines);
    lines = [];
    length = 0;
    id = fields.id?.at(-1) ?? id;
    if (fields.data) {
      const data = fields.data.join("\n");
      yield {
        event: fields.event?.at(-1) || "message",
        data: rule.events === "json" ? parsed(data, response, context) : data,
        ...(id === undefined ? {} : { id }),
      };
    }
  }
}

function tooLong(what: string, maxBytes: number, response: Response, context: RequestContext) {
  return decodeError(
    `${what} of more than ${maxBytes} bytes (maxResponseBytes)`,
    response,
    context,
  );
}

/** The values of each field; comments begin with a colon. */
function fieldsOf(lines: readonly string[]): Partial<Record<string, string[]>> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name !== "") {
      fields[name] = [...(fields[name] ?? []), value];
    }
  }
  return fields;
}

function parsed(text: string, response: Response, context: RequestContext): unknown {
  let value: unknown;
  let isLarge: boolean;
  try {
    value = JSON.parse(text);
    isLarge = hasLargeNumber(value);
  } catch {
    return text;
  }
  const field = isLarge ? findRoundedInteger(text) : undefined;
  if (field !== undefined) {
    throw decodeError(`an event with an integer in ${field} beyond 2^53`, response, context);
  }
  return value;
}

/** Yields the lines of a body while they arrive. What the end cuts off is left out. */
async function* linesOf(
  response: Response,
  context: RequestContext,
  maxChars: number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let held = "";
  for await (const chunk of chunksOf(response, context)) {
    const text = held + decoder.decode(chunk, { stream: true });
    // A CR at the end may be the first half of a line end.
    held = text.endsWith("\r") ? "\r" : "";
    // What came before is not searched again, however long a line is.
    const lines = text.slice(0, text.length - held.length).split(/\r\n?|\n/);
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > maxChars) {
      throw tooLong("a line", maxChars, response, context);
    }
  }
  if (held) {
    yield rest;
  }
}

/** Yields the chunks of a body. Leaving the loop, or an abort by the caller, ends the request. */
async function* chunksOf(
  { body }: Response,
  context: RequestContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = context.options;
  const reader = body?.getReader();
  try {
    while (reader) {
      const work = reader.read().catch((error: unknown) => {
        throw new CallError("network", `stream ended: ${String(error)}`, context, { cause: error });
      });
      const chunk = await waitFor(work, Infinity, signal);
      if (!chunk) {
        throw abortError(context, signal as AbortSignal);
      }
      if (chunk.done) {
        return;
      }
      yield chunk.value;
    }
  } finally {
    reader?.cancel().catch(() => {});
  }
}
