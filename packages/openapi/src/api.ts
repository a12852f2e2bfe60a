import type { OperationDescription } from "@chainkit/runtime";
import { describe, describeRequest, type RequestDescription } from "./descriptions/index.ts";
import type { OpenApiDocument } from "./document.ts";
import { listOperations, type Operation, readInfo, readOperation } from "./index.ts";
import {
  type Operations,
  type Problem,
  problemText,
  readRules,
  undescribed,
} from "./rules/index.ts";
import { firstUrl } from "./rules/servers.ts";

/** What a list of operations shows of one of them. */
export interface OperationSummary
  extends Pick<
    OperationDescription,
    "id" | "path" | "summary" | "description" | "safe" | "clientOptions"
  > {
  /** Name of the API. */
  readonly area: string;
  /** Base URL that the document states for it: of its own server, or else the first of all; absent if it states none. */
  readonly baseUrl?: string;
}

/** The API that a document describes, as data. */
export interface Api {
  /** Name in commands and variables. */
  readonly name: string;
  readonly title: string;
  /** Base URL that the document states; absent if it states none, or one without an origin. */
  readonly baseUrl?: string;
  readonly operations: readonly OperationSummary[];
  /** The same operations as rules, from which clients are created. */
  readonly rules: Operations;
  /**
   * Describes one of the operations. It is made when it is asked for: the schemas of all operations of a large document
   * take minutes.
   *
   * @throws Error if there is no such operation.
   */
  readonly describe: (id: string) => OperationDescription;
  /** Describes how one of the operations is called, as `describe` does, without its responses. */
  readonly describeRequest: (id: string) => RequestDescription;
  /** Why the other operations of the document cannot be used, by operation id. */
  readonly refused: ReadonlyMap<string, string>;
  /** The optional parameters that the operations do without, and why. */
  readonly leftOut: readonly string[];
}

/**
 * Reads the API that a document describes. Operations that cannot be used are left out, and say why.
 *
 * @param name Name of the API.
 * @param calls Whether the operations are called through a client, rather than mocked.
 */
export function readApi(name: string, document: OpenApiDocument, calls: boolean): Api {
  const fix = "call it with a generated client, or leave it out";
  const rules = readRules(document);
  const problems: Problem[] = [
    ...rules.problems,
    ...rules.operations.flatMap((each) => undescribed(each, calls, fix)),
  ];
  const refused = new Map<string, string>();
  for (const problem of problems) {
    const { operation } = problem;
    const before = refused.get(operation);
    const text = problemText(problem).trim();
    refused.set(operation, before === undefined ? text : `${before}\n${text}`);
  }
  const operations = rules.operations.filter(({ id }) => !refused.has(id));
  const baseUrl = originUrl(document);
  const read = operationReader(name, rules.document, new Set(operations.map(({ id }) => id)));
  return {
    name,
    title: readInfo(document).title || name,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    operations: operations.map(({ id, rule, summary, description, isSafe, parameters }) => ({
      id,
      area: name,
      path: rule.path,
      summary,
      description,
      safe: isSafe,
      ...statedUrl(rule.server, baseUrl),
      clientOptions: parameters.flatMap(({ rule }) => rule.option ?? []),
    })),
    describe: (id) => describe(rules.document, name, read(id)),
    describeRequest: (id) => describeRequest(rules.document, name, read(id)),
    rules: { ...rules, operations },
    refused,
    leftOut: rules.leftOut.map((problem) => problemText(problem).trim()),
  };
}

/** The server of an operation, which may be relative to that of the document. */
function statedUrl(server: string | undefined, baseUrl: string | undefined): { baseUrl?: string } {
  if (server === undefined) {
    return baseUrl === undefined ? {} : { baseUrl };
  }
  if (!URL.canParse(server, baseUrl)) {
    return {};
  }
  const { href } = new URL(server, baseUrl);
  return /^https?:/.test(href) ? { baseUrl: href.replace(/\/$/, "") } : {};
}

function operationReader(area: string, document: OpenApiDocument, ids: ReadonlySet<string>) {
  const entries = new Map(
    listOperations(document).map((entry) => [entry.operationId, entry] as const),
  );
  return (id: string): Operation => {
    const entry = entries.get(id);
    if (!entry || !ids.has(id)) {
      throw new Error(`${area}: unknown operation ${id}`);
    }
    return readOperation(document, entry);
  };
}

/** The first server, with the defaults of its variables, if it can be called from anywhere. */
function originUrl({ servers }: OpenApiDocument): string | undefined {
  const url = firstUrl(servers);
  return url && /^https?:\/\/[^{}]+$/.test(url) ? url.replace(/\/$/, "") : undefined;
}
