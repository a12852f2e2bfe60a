import type { OperationDescription } from "@chainkit/runtime";
import { describeAll } from "./descriptions/index.ts";
import type { OpenApiDocument } from "./document.ts";
import { readInfo } from "./index.ts";
import { asObject, itemsOf, textOf } from "./json.ts";
import {
  type Operations,
  type Problem,
  problemText,
  readRules,
  undescribed,
} from "./rules/index.ts";

/** The API that a document describes, as data. */
export interface Api {
  /** Name in commands and variables. */
  readonly name: string;
  readonly title: string;
  /** Base URL that the document states; absent if it states none, or one without an origin. */
  readonly baseUrl?: string;
  readonly operations: readonly OperationDescription[];
  /** The same operations as rules, from which clients are created. */
  readonly rules: Operations;
  /** Why the other operations of the document cannot be used, by operation id. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Reads the API that a document describes. Operations that cannot be used are left out, and say why.
 *
 * @param name Name of the API.
 * @param calls Whether the operations are called through a client, rather than mocked.
 */
export function readApi(name: string, document: OpenApiDocument, calls: boolean): Api {
  const fix = "call it with a generated client, or leave it out";
  const all = readRules(document);
  const problems: Problem[] = [
    ...all.problems,
    ...all.operations.flatMap((each) => undescribed(each, calls, fix)),
  ];
  const refused = new Map<string, string>();
  for (const problem of problems) {
    const { operation } = problem;
    const before = refused.get(operation);
    const text = problemText(problem).trim();
    refused.set(operation, before === undefined ? text : `${before}\n${text}`);
  }
  const rules = refused.size > 0 ? readRules(document, [...refused.keys()].filter(Boolean)) : all;
  const baseUrl = originUrl(document);
  return {
    name,
    title: readInfo(document).title || name,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    operations: describeAll(name, document, new Set(rules.operations.map(({ id }) => id))),
    rules,
    refused,
  };
}

/** The first server, with the defaults of its variables, if it can be called from anywhere. */
function originUrl({ servers }: OpenApiDocument): string | undefined {
  const { url, variables } = asObject(itemsOf(servers)[0]);
  const filled = Object.entries(asObject(variables)).reduce(
    (text, [name, variable]) => text.replaceAll(`{${name}}`, String(asObject(variable).default)),
    textOf(url),
  );
  return /^https?:\/\/[^{}]+$/.test(filled) ? filled.replace(/\/$/, "") : undefined;
}
