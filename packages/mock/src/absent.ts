import type { PrismOperation } from "./cookies.ts";

/**
 * Takes the schema from each list or object among the header parameters that was not sent, because Prism
 * fails to split what is absent. It still reports those that are required.
 */
export function withoutAbsent(
  operation: PrismOperation,
  sent: Readonly<Record<string, string | undefined>>,
): PrismOperation {
  const { request } = operation;
  const isAbsent = ({ name, schema }: { name: string; schema?: { type?: unknown } }) =>
    /^(array|object)$/.test(String(schema?.type)) && sent[name.toLowerCase()] === undefined;
  if (!request?.headers?.some(isAbsent)) {
    return operation;
  }
  const headers = request.headers.map((each) => (isAbsent(each) ? { ...each, schema: {} } : each));
  return { ...operation, request: { ...request, headers } };
}

/** Keywords that an empty text may break. */
const CONSTRAINING = ["minLength", "pattern", "enum", "const", "format", "allOf", "anyOf", "oneOf"];

/** Permits that required texts of the query are empty, which Prism takes for absent. */
export function withEmptyTexts(
  operation: PrismOperation,
  sent: Readonly<Record<string, unknown>>,
): PrismOperation {
  const { request } = operation;
  const isEmptyText = ({ name, schema = {} }: { name: string; schema?: { type?: unknown } }) =>
    sent[name] === "" &&
    schema.type === "string" &&
    !CONSTRAINING.some((keyword) => keyword in schema);
  if (!request?.query?.some(isEmptyText)) {
    return operation;
  }
  const query = request.query.map((each) =>
    isEmptyText(each) ? { ...each, required: false } : each,
  );
  return { ...operation, request: { ...request, query } };
}
