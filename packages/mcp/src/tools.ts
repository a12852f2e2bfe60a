import type { Coverage } from "@chainkit/client";
import type { Tool } from "@modelcontextprotocol/server";
import { type Combined, combinedTools } from "./combined.ts";
import { BASE_URL, type McpOptions, type Settings, settingsOf } from "./options.ts";
import { type Redact, redactingFetch } from "./redact.ts";
import { briefSchema, inputSchema } from "./schemas.ts";
import { describedOperation, sourceOf, type ToolOperation } from "./source.ts";
import { firstParagraph } from "./texts.ts";

/** A method of a client. */
type Method = (
  params: object,
  options: { readonly signal?: AbortSignal },
) => {
  withResponse(): Promise<{ readonly data: unknown; readonly coverage?: Coverage | undefined }>;
};

/** An operation as a tool: what is known of it, and the method that it calls. */
export interface OperationTool {
  readonly operation: ToolOperation;
  readonly call: Method;
  /** Settings of the client that it calls. */
  readonly settings: Settings;
}

/** The operations of the contract, as tools. */
export interface ToolTable {
  /** Offered tools by name. */
  readonly offered: ReadonlyMap<string, OperationTool>;
  /** Why the others are not, by name. */
  readonly missing: ReadonlyMap<string, Missing>;
}

/** Why the tool of an operation is not offered. */
export interface Missing {
  /** Settings that the client of its area requires, and that are not set. */
  readonly settings: readonly string[];
  /** Whether it changes something, and the server was not allowed to. */
  readonly isWrite: boolean;
  /** Why it cannot be a tool at all. */
  readonly reason?: string;
}

/** Waits in a call no longer than a model and its user would: beyond it they are told how long. */
const RETRY = { attempts: 3, maxRetryAfterMs: 5_000 };
const TIMEOUT_MS = 15_000;
/** A model reads less by far; what is more than this would only cost memory. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Makes a tool of each operation that the options allow. */
export function createTools(options: McpOptions, redact: Redact): ToolTable {
  const source = sourceOf(options.api);
  const shared = {
    fetch: redactingFetch(redact, MAX_RESPONSE_BYTES),
    maxResponseBytes: MAX_RESPONSE_BYTES,
    retry: RETRY,
    timeoutMs: TIMEOUT_MS,
  };
  const offered = new Map<string, OperationTool>();
  const missing = new Map<string, Missing>();
  for (const { name: area, requires, operations, create } of source.areas) {
    const clients = new Map<string, object>();
    for (const operation of operations) {
      const settings = settingsOf(area, options, operation.baseUrl);
      const { [BASE_URL]: baseUrl = "" } = settings;
      const unset = [BASE_URL, ...requires].filter((name) => !settings[name]);
      const client =
        clients.get(baseUrl) ?? (unset.length > 0 ? {} : create({ ...settings, ...shared }));
      clients.set(baseUrl, client);
      const { [operation.id]: call } = client as Readonly<Record<string, Method>>;
      const isWrite = !operation.safe && !options.allowWrites;
      const name = source.nameOf(operation);
      if (call && !isWrite) {
        offered.set(name, { operation, call, settings });
      } else {
        missing.set(name, { settings: unset, isWrite });
      }
    }
  }
  for (const [name, reason] of source.refused) {
    missing.set(name, { settings: [], isWrite: false, reason });
  }
  for (const each of options.api ? [] : combinedTools) {
    addCombined(each, offered, missing);
  }
  return { offered, missing };
}

/** Offers a combined tool, if all that it calls is offered. */
function addCombined(
  { operation, uses, run }: Combined,
  offered: Map<string, OperationTool>,
  missing: Map<string, Missing>,
): void {
  const used = uses.flatMap((id) => offered.get(id) ?? []);
  if (used.length < uses.length) {
    const reasons = uses.flatMap((id) => missing.get(id)?.settings ?? []);
    missing.set(operation.id, { settings: [...new Set(reasons)], isWrite: false });
    return;
  }
  const call: Method = (params, options) => ({
    async withResponse() {
      const one = async (id: string, given: object) =>
        (await offered.get(id)?.call(given, options).withResponse())?.data;
      return { data: await run({ ...params }, one) };
    },
  });
  offered.set(operation.id, {
    operation: describedOperation(operation),
    call,
    settings: (used[0] as OperationTool).settings,
  });
}

/** What clients are told of a tool. */
export function describeTool(name: string, { request }: ToolOperation): Tool {
  const operation = request();
  const { summary, safe, idempotent, deprecated, description } = operation;
  const text = firstParagraph(description || summary);
  return {
    name,
    title: summary,
    description: deprecated ? `${text} Deprecated.` : text,
    inputSchema: briefSchema(inputSchema(operation)) as Tool["inputSchema"],
    // What is not said is the default: a tool that writes may destroy, for the contract does not tell additions
    // from other writes.
    annotations: safe ? { readOnlyHint: true } : { idempotentHint: idempotent },
  };
}
