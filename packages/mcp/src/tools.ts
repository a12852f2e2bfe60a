import { areas, createChainkit } from "@chainkit/client";
import { type OperationDescription, operations } from "@chainkit/client/operations";
import type { Tool } from "@modelcontextprotocol/server";
import { nameOf } from "./names.ts";
import type { McpOptions } from "./options.ts";
import { type Redact, redactingFetch } from "./redact.ts";
import { inputSchema, outputSchema } from "./schemas.ts";

/** A method of a client. */
type Method = (params: object, options: { readonly signal?: AbortSignal }) => Promise<unknown>;

/** An operation as a tool: what clients are told of it, and the method that it calls. */
export interface OperationTool {
  readonly operation: OperationDescription;
  readonly tool: Tool;
  readonly call: Method;
}

/** The operations of the contract, as tools. */
export interface ToolTable {
  /** What is offered, by name. */
  readonly offered: ReadonlyMap<string, OperationTool>;
  /** Why the others are not, by name. */
  readonly missing: ReadonlyMap<string, Missing>;
}

/** Why the tool of an operation is not offered. */
export interface Missing {
  /** Settings that the client of its area requires and that are not set. */
  readonly settings: readonly string[];
  /** Whether it changes something, and the server was not allowed to. */
  readonly isWrite: boolean;
}

/** Waits in a call no longer than a model and its user would: beyond it they are told how long. */
const RETRY = { attempts: 3, maxRetryAfterMs: 5_000 };
const TIMEOUT_MS = 15_000;

/** Makes a tool of each operation that the options allow. */
export function createTools(
  { baseUrl, settings = {}, allowWrites = false }: McpOptions,
  redact: Redact,
): ToolTable {
  const shared = { fetch: redactingFetch(redact), retry: RETRY, timeoutMs: TIMEOUT_MS };
  // No area is named here, so that a new one needs no change.
  const clients: object = createChainkit({ ...settings, ...shared, baseUrl });
  const offered = new Map<string, OperationTool>();
  const missing = new Map<string, Missing>();
  for (const [key, { requires }] of Object.entries(areas)) {
    const unset = requires.filter((name) => settings[name] === undefined);
    const described: Readonly<Record<string, OperationDescription>> =
      operations[key as keyof typeof operations];
    for (const [id, operation] of Object.entries(described)) {
      const call = methodOf(clients, key, id);
      const isWrite = !operation.safe && !allowWrites;
      const name = nameOf(operation);
      if (call && !isWrite) {
        offered.set(name, { operation, tool: describeTool(name, operation), call });
      } else {
        missing.set(name, { settings: unset, isWrite });
      }
    }
  }
  return { offered, missing };
}

/** The method of an operation; undefined if the client of its area lacks a setting. */
function methodOf(clients: object, area: string, id: string): Method | undefined {
  return (clients as Readonly<Record<string, Readonly<Record<string, Method>>>>)[area]?.[id];
}

/** The settings that some area requires, by the name of the client option. */
export const settingNames: readonly string[] = [
  ...new Set(Object.values(areas).flatMap(({ requires }) => [...requires])),
];

function describeTool(name: string, operation: OperationDescription): Tool {
  const { summary, safe, idempotent } = operation;
  const result = outputSchema(operation);
  return {
    name,
    title: summary,
    description: descriptionOf(operation),
    inputSchema: inputSchema(operation) as Tool["inputSchema"],
    ...(result ? { outputSchema: result as Tool["outputSchema"] } : {}),
    annotations: {
      title: summary,
      readOnlyHint: safe,
      // The contract does not tell additions from other writes: a tag that is created may be moved.
      destructiveHint: !safe,
      idempotentHint: safe || idempotent,
      openWorldHint: true,
    },
  };
}

function descriptionOf({ description, summary, deprecated, pagination }: OperationDescription) {
  const { cursorParameter, cursorField } = pagination ?? {};
  return [
    description || summary,
    ...(deprecated ? ["Deprecated."] : []),
    ...(pagination
      ? [
          `Returns one page. If \`${cursorField}\` of the result is not null, pass it as ` +
            `\`${cursorParameter}\`, with the other arguments unchanged, to get the next page.`,
        ]
      : []),
  ].join("\n\n");
}
