import {
  type CallToolResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { type CallTool, toolCaller } from "./call-tool.ts";
import { MAX_LIST_LENGTH, type McpOptions, tokensOf, VERSION, variableOf } from "./options.ts";
import { getPrompt, prompts } from "./prompts.ts";
import { redactor } from "./redact.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { listTools, searchTools } from "./search.ts";
import { sourceOf } from "./source.ts";
import { createTools, type Missing } from "./tools.ts";

/** Lists change only with a release, so clients need not ask for them again and again. */
const LISTS = { ttlMs: 3_600_000, cacheScope: "private" } as const;

const cacheHints = {
  "tools/list": LISTS,
  "prompts/list": LISTS,
  "resources/list": LISTS,
  "resources/templates/list": LISTS,
  "resources/read": LISTS,
};

/** Factories whose servers may change data. */
const writing = new WeakSet<McpServerFactory>();

/** Whether the servers of a factory offer operations that change data. */
export function offersWrites(factory: McpServerFactory): boolean {
  return writing.has(factory);
}

/**
 * Makes a factory of MCP servers for one deployment, for `serveStdio` and `createMcpHandler` of the MCP
 * SDK or any transport of your own. The servers share clients and schemas.
 *
 * @throws InputError if an option is invalid.
 * @example
 * import { serveStdio } from "@modelcontextprotocol/server/stdio";
 *
 * serveStdio(createMcpFactory({ baseUrl: "https://api.example.com" }));
 */
export function createMcpFactory(options: McpOptions): McpServerFactory {
  const { api, maxListLength = MAX_LIST_LENGTH } = options;
  const redact = redactor(tokensOf(options));
  const { offered, missing } = createTools(options, redact);
  const callers = new Map<string, CallTool>();
  const callerOf = (name: string): CallTool | undefined => {
    const tool = offered.get(name);
    if (tool && !callers.has(name)) {
      callers.set(name, toolCaller(name, tool, options, redact));
    }
    return callers.get(name);
  };
  const callOperation = async (name: string, ...call: Parameters<CallTool>) =>
    callerOf(name)?.(...call) ?? failureOf(name);
  const failureOf = (name: string): CallToolResult => {
    const reason = missing.get(name);
    const text = reason
      ? `${name}: ${howToGet(reason, api?.name)}`
      : `${name} is no operation; find one with search_operations.`;
    return { isError: true, content: [{ type: "text", text }] };
  };
  const whole = listTools(offered, maxListLength);
  const searched = whole ? [] : searchTools(offered, callOperation);
  const tools = whole ?? searched.map(({ tool }) => tool);

  const factory: McpServerFactory = () => {
    const server = new Server(
      { name: api?.name ?? "chainkit", title: api?.title ?? "chainkit", version: VERSION },
      {
        capabilities: { tools: {}, resources: {}, ...(api ? {} : { prompts: {} }) },
        instructions: sourceOf(api).instructions(whole === undefined),
        cacheHints,
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", ({ params: { name, arguments: given } }, { mcpReq }) => {
      const call = callerOf(name) ?? searched.find(({ tool }) => tool.name === name)?.call;
      if (call) {
        return call(given ?? {}, mcpReq.signal);
      }
      if (!missing.has(name)) {
        const known = tools.map((tool) => tool.name).join(", ");
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `unknown tool ${name}; expected one of ${known}`,
        );
      }
      return failureOf(name);
    });
    if (!api) {
      server.setRequestHandler("prompts/list", () => ({ prompts }));
      server.setRequestHandler("prompts/get", ({ params }) =>
        getPrompt(params.name, params.arguments),
      );
    }
    server.setRequestHandler("resources/list", async () => ({
      resources: await listResources(api),
    }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
    server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri, api));
    return server;
  };
  if (options.allowWrites) {
    writing.add(factory);
  }
  return factory;
}

function howToGet({ settings, isWrite, reason }: Missing, prefix: string | undefined): string {
  if (reason !== undefined) {
    return `not supported: ${reason}`;
  }
  const variables = settings.map((name) => variableOf(name, "", prefix)).join(" and ");
  return [
    ...(isWrite ? ["it changes data, which needs --allow-writes."] : []),
    ...(variables ? [`It needs ${variables} in the environment of this MCP server.`] : []),
    "Ask the user to restart the server with it.",
  ].join(" ");
}
