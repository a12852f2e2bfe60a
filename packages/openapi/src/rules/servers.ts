import { asObject, entriesOf, itemsOf, type OpenApiDocument, type Operation } from "../index.ts";
import type { OperationModel } from "./model.ts";
import type { Report } from "./problems.ts";

/** Returns the server of an operation, if it is another one than that of the document: the first of several. */
export function serverOf(
  document: OpenApiDocument,
  { node, pathItem }: Operation,
  report: Report,
): string | undefined {
  const url = firstUrl(node.servers ?? pathItem.servers);
  if (url === undefined || url === firstUrl(document.servers)) {
    return undefined;
  }
  if (/[{}?#@\s]/.test(url) || !URL.canParse(url, "https://localhost")) {
    report("servers", `${url} is not a base URL`, "write a URL, with a default for each variable");
  }
  return url;
}

/** The first URL of a list, with the defaults of its variables. */
export function firstUrl(servers: unknown): string | undefined {
  const [server] = itemsOf(servers).map(asObject);
  if (typeof server?.url !== "string") {
    return undefined;
  }
  return entriesOf(server.variables).reduce(
    (url, [name, variable]) => url.replaceAll(`{${name}}`, String(asObject(variable).default)),
    server.url,
  );
}

/** Lists the servers of operations, each once. */
export function serversOf(operations: readonly OperationModel[]): string[] {
  return [...new Set(operations.flatMap(({ rule }) => rule.server ?? []))];
}
