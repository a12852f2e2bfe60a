import { readRules } from "../../src/rules/index.ts";

/** A response without content, and nothing else. */
export const empty = { 204: { description: "" } };

export const json = (schema: object, type = "application/json") => ({
  content: { [type]: { schema } },
});

/** Responses of one success with content of the given types and schemas. */
export const success = (content: object) => ({ 200: { description: "", content } });

/** A document with the given paths. */
export const documentOf = (paths: object, others: object = {}) => ({
  openapi: "3.1.0",
  paths,
  ...others,
});

interface Described {
  readonly method?: string;
  readonly path?: string;
  readonly [member: string]: unknown;
}

/** A document with one operation, `GET /things` unless it has another method or path. */
export function documentWith(
  { method = "get", path = "/things", ...operation }: Described,
  others: object = {},
) {
  const described = { operationId: "getThings", responses: empty, ...operation };
  return documentOf({ [path]: { [method]: described } }, others);
}

/** Problems of a document, each as `where: what`. */
export function problemsOf(document: object, omit: string[] = []): string[] {
  return readRules({ paths: {}, openapi: "3.1.0", ...document }, omit).problems.map(
    ({ where, what }) => `${where}: ${what}`,
  );
}

/** The rules of the only operation, in which nothing is at fault. */
export function rulesOf(operation: Described, others: object = {}) {
  const document = documentWith(operation, others);
  const { operations, problems, ...rest } = readRules(document);
  const [model] = operations;
  if (!model || problems.length > 0) {
    throw new Error(`refused: ${JSON.stringify(problems)}`);
  }
  return { model, rule: model.rule, ...rest };
}

/** The rule of a parameter named `it` in the query, or of a field or body. */
export function parameterOf(parameter: object, others: object = {}) {
  const parameters = [{ name: "it", in: "query", ...parameter }];
  const [only] = rulesOf({ parameters }, others).model.parameters;
  if (!only) {
    throw new Error("the parameter was left out");
  }
  return only;
}
