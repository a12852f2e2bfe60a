import { type Coverage, describeCoverage, isApiError } from "@chainkit/client";
import type { OperationDescription } from "@chainkit/client/operations";
import { isStream } from "@chainkit/openapi";
import type { Api } from "@chainkit/openapi/api";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorText } from "./error-text.ts";
import { BASE_URL, MAX_RESULT_LENGTH, type McpOptions, TOKEN, variableOf } from "./options.ts";
import type { Redact } from "./redact.ts";
import {
  argumentsOf,
  FULL,
  inputSchema,
  outputSchema,
  renamed,
  splitArguments,
} from "./schemas.ts";
import { hasProse, mapStrings, shortenText, UNTRUSTED, visible } from "./texts.ts";
import type { OperationTool } from "./tools.ts";
import { faultsOf, lenient } from "./validate.ts";

/** A result with `full: true` may be longer by this factor: the call data of the largest transaction. */
const FULL_FACTOR = 10;

/** Calls a tool. Whatever fails is a result that says what to do. */
export type CallTool = (
  arguments_: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<CallToolResult>;

/**
 * Makes the function that calls a tool: checks the arguments, calls the operation, and bounds its
 * result. A call that is aborted rejects, as nobody waits for its result.
 */
export function toolCaller(
  name: string,
  { operation: { describe }, call, settings }: OperationTool,
  { api, maxResultLength = MAX_RESULT_LENGTH, logger }: McpOptions,
  redact: Redact,
): CallTool {
  const operation = describe();
  const input = inputSchema(operation);
  const output = outputSchema(operation);
  const names = argumentsOf(operation);
  const example = operation.examples[0] && renamed(operation.examples[0], names);
  const credentials = credentialsOf(operation, api);
  const { [BASE_URL]: baseUrl = "" } = settings;
  const context = {
    baseUrl,
    isWrite: !operation.safe && !operation.idempotent,
    credentials,
    hasCredentials: credentials.some((each) => settings[each] !== undefined),
    isOfChains: api === undefined,
    argumentOf: (parameter: string) => names.get(parameter) ?? parameter,
    redact,
    variable: (setting: string) => variableOf(setting, "", api?.name),
  };

  const run: CallTool = async (sent, signal) => {
    const given = lenient(input, sent);
    const faults = faultsOf(input, given, "arguments", "request");
    if (faults.length > 0) {
      const hint = example ? ` Arguments that work: ${JSON.stringify(example)}.` : "";
      return failure(redact(`${name}: ${faults.join("; ")}.${hint}`));
    }
    const { params, full } = splitArguments(operation, given);
    const bound = maxResultLength * (full ? FULL_FACTOR : 1);
    const response = await call(params, { signal }).withResponse();
    if (response.data instanceof Blob) {
      return fileResult(name, response.data, maxResultLength * FULL_FACTOR);
    }
    if (isStream(response.data)) {
      return streamResult(response.data, redact, full, bound);
    }
    const data = redact(response.data);
    if (!output && typeof data !== "string") {
      return success(`${name}: done.`);
    }
    const content = readable(data, full, output && operation.pagination?.cursorField);
    const text = output ? JSON.stringify(content) : String(content);
    if (text.length > bound) {
      return failure(tooLong(operation, content, text.length, bound, full));
    }
    const coverage = coverageText(response.coverage);
    const texts = [...(!output || hasProse(data) ? [UNTRUSTED] : []), ...coverage, text];
    const broken = output ? faultsOf(output, content, "the response", "response") : [];
    if (broken.length === 0) {
      return success(...texts);
    }
    const made = operation.safe ? "" : "the change has been made; do not call again. But ";
    const reason = `the response breaks the contract: ${broken.join("; ")}.`;
    return failure(`${name}: ${made}${reason}`, ...texts);
  };

  return async (sent, signal) => {
    try {
      return await run(sent, signal);
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      const text = redact(isApiError(error) ? errorText(error, context) : `${name}: ${error}`);
      logger?.warn(text);
      return failure(text);
    }
  };
}

/** The events of a stream, one a line, until it ends or the result is full. */
async function streamResult(
  events: AsyncIterable<unknown>,
  redact: Redact,
  full: boolean,
  bound: number,
): Promise<CallToolResult> {
  const lines: string[] = [];
  let left = bound;
  for await (const event of events) {
    const line = JSON.stringify(readable(redact(event), full));
    left -= line.length;
    if (left < 0) {
      lines.push(`The stream has more events than the limit of ${bound} characters allows.`);
      break;
    }
    lines.push(line);
  }
  return success(UNTRUSTED, lines.join("\n"));
}

/** An image, or another file. */
async function fileResult(name: string, file: Blob, bound: number): Promise<CallToolResult> {
  const data = Buffer.from(await file.arrayBuffer()).toString("base64");
  if (data.length > bound) {
    return failure(`${name}: the file has ${file.size} bytes, too many for a result.`);
  }
  const mimeType = file.type || "application/octet-stream";
  const [kind] = mimeType.split("/");
  if (kind === "image" || kind === "audio") {
    return { content: [{ type: kind, data, mimeType }] };
  }
  const resource = { uri: `result://${name}`, mimeType, blob: data };
  return { content: [{ type: "resource", resource }] };
}

/** What a list covers, which its JSON has no field for. */
function coverageText(coverage: Coverage | undefined): string[] {
  const text = describeCoverage(coverage);
  if (text === "") {
    return [];
  }
  const advice = coverage?.complete === false ? " Say so when you use this list." : "";
  return [`Covers ${text}.${advice}`];
}

/** A result as a model reads it: invisible characters escaped, and long values shortened unless `full`. */
function readable(data: unknown, full: boolean, cursorField = ""): unknown {
  const shown = mapStrings(data, (text) => visible(full ? text : shortenText(text)));
  const { [cursorField]: cursor } = Object(data);
  // The cursor is sent back as it came.
  return cursor === undefined ? shown : { ...(shown as object), [cursorField]: cursor };
}

function success(...texts: readonly string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: "text", text })) };
}

function failure(...texts: readonly string[]): CallToolResult {
  return { isError: true, content: texts.map((text) => ({ type: "text", text: visible(text) })) };
}

/** The settings that are credentials of an operation; none if it takes none. */
function credentialsOf({ id, auth }: OperationDescription, api: Api | undefined): string[] {
  if (!api) {
    return auth === "none" ? [] : [TOKEN];
  }
  const model = api.rules.operations.find((each) => each.id === id);
  return [...new Set(model?.credentials.flat().map(({ name }) => name))];
}

function tooLong(
  { id, pagination }: OperationDescription,
  content: unknown,
  length: number,
  bound: number,
  full: boolean,
): string {
  const { itemsField = "", limitParameter } = pagination ?? {};
  const { [itemsField]: items } = Object(content);
  const rows = Array.isArray(items) ? items.length : 0;
  // Some rows are longer than others.
  const fewer = Math.max(1, Math.floor((0.9 * rows * bound) / length));
  const what =
    limitParameter && rows > 1
      ? `Call again with ${limitParameter}: ${fewer}`
      : full
        ? `Call again without ${FULL}`
        : "Ask the user to restart this MCP server with a larger --max-result";
  return `${id}: the result has ${length} characters, more than the limit of ${bound}. ${what}.`;
}
