import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { CallTool } from "./call-tool.ts";
import { describeTool, type OperationTool } from "./tools.ts";

const SEARCH = "search_operations";
const CALL = "call_operation";

/** Operations that a search returns, and the length of the schemas that it returns with them. */
const MAX_FOUND = 10;
const MAX_SCHEMAS = 20_000;

/** A tool that stands for a list that is too long, and the function that it calls. */
interface SearchTool {
  readonly tool: Tool;
  readonly call: CallTool;
}

/**
 * Lists the tools of all operations.
 *
 * @returns Undefined if the list is longer than allowed.
 */
export function listTools(
  offered: ReadonlyMap<string, OperationTool>,
  maxLength: number,
): Tool[] | undefined {
  const tools: Tool[] = [];
  let length = 0;
  for (const [name, each] of offered) {
    const tool = describeTool(name, each.operation);
    length += JSON.stringify(tool).length;
    if (length > maxLength) {
      return undefined;
    }
    tools.push(tool);
  }
  return tools;
}

/**
 * Makes the tools that find an operation and call it.
 *
 * @param callOperation Calls an operation by the name of its tool.
 */
export function searchTools(
  offered: ReadonlyMap<string, OperationTool>,
  callOperation: (name: string, ...call: Parameters<CallTool>) => Promise<CallToolResult>,
): readonly SearchTool[] {
  const isReading = [...offered.values()].every(({ operation }) => operation.safe);
  const searching: Tool = {
    name: SEARCH,
    title: "Search operations",
    description: `Finds operations of the API by words of their name, path and description. There are ${offered.size}.`,
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", description: "Words, such as: list invoices" } },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  };
  const calling: Tool = {
    name: CALL,
    title: "Call an operation",
    description: `Calls an operation that ${SEARCH} has found.`,
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "Name of the operation." },
        arguments: { type: "object", description: "Its arguments, as its schema says." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    ...(isReading ? { annotations: { readOnlyHint: true } } : {}),
  };
  return [
    { tool: searching, call: async ({ query }) => search(offered, String(query ?? "")) },
    {
      tool: calling,
      call: ({ name, arguments: given }, signal) =>
        callOperation(String(name ?? ""), { ...Object(given) }, signal),
    },
  ];
}

function search(offered: ReadonlyMap<string, OperationTool>, query: string): CallToolResult {
  const words = wordsOf(query);
  const ranked = [...offered]
    .map(([name, each]) => ({ name, each, rank: rankOf(name, each, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank);
  let left = MAX_SCHEMAS;
  const found = ranked.slice(0, MAX_FOUND).map(({ name, each }) => {
    const { inputSchema, description, title } = describeTool(name, each.operation);
    const { length } = JSON.stringify(inputSchema);
    const isShort = length <= left;
    left -= isShort ? length : 0;
    const schema = isShort
      ? { arguments: inputSchema }
      : { argumentNames: Object.keys(inputSchema.properties ?? {}) };
    return { name, title, description, ...schema };
  });
  const more = ranked.length - found.length;
  const note = more > 0 ? `${more} others match; search for more words to find them.` : "";
  const texts = [JSON.stringify(found), ...(note === "" ? [] : [note])];
  return { content: texts.map((text) => ({ type: "text", text })) };
}

/** How well an operation fits: words of its name count most, those of its description least. */
function rankOf(
  name: string,
  { operation: { id, path, summary, description } }: OperationTool,
  words: readonly string[],
): number {
  const places: readonly (readonly [string, number])[] = [
    [`${name} ${id}`, 4],
    [summary, 3],
    [path, 2],
    [description, 1],
  ];
  let rank = 0;
  for (const [text, weight] of places) {
    const own = wordsOf(text);
    for (const word of words) {
      const isThere = own.some((each) => each.startsWith(word) || word === `${each}s`);
      rank += isThere ? weight : 0;
    }
  }
  return rank;
}

/** The words of a text in lower case: `getErc20Balances` has `get`, `erc20` and `balances`. */
function wordsOf(text: string): string[] {
  const spaced = text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return [...new Set(spaced.match(/[\p{L}\p{N}]+/gu))];
}
