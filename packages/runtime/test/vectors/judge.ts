import type { Received } from "./server.ts";
import type { Outcome, Vector } from "./vector.ts";

/** What is compared whole; of all else, the named members only. */
const contents = new Set(["data", "items", "pages", "body"]);

/** No vector takes so long on any machine; an answer that is to be outrun comes after a minute. */
const NEVER_MS = 20_000;

/** `{ "$match": "…" }` matches text by a regular expression, `{ "$absent": true }` nothing at all. */
function differences(expected: unknown, actual: unknown, where: string, exact = false): string[] {
  const special = expected as { $match?: string; $absent?: boolean } | null;
  if (typeof special === "object" && special?.$absent) {
    return actual === undefined
      ? []
      : [`${where}: expected nothing, got ${JSON.stringify(actual)}`];
  }
  if (typeof special === "object" && special?.$match !== undefined) {
    return new RegExp(special.$match, "u").test(String(actual))
      ? []
      : [`${where}: expected ${special.$match}, got ${JSON.stringify(actual)}`];
  }
  if (typeof expected === "object" && expected !== null && !Array.isArray(expected)) {
    if (typeof actual !== "object" || actual === null) {
      return [`${where}: expected an object, got ${JSON.stringify(actual)}`];
    }
    const fields = actual as Record<string, unknown>;
    const more = Object.keys(fields).filter((key) => exact && !(key in expected));
    return Object.entries(expected)
      .flatMap(([key, value]) =>
        differences(value, fields[key], `${where}.${key}`, exact || contents.has(key)),
      )
      .concat(more.map((key) => `${where}.${key}: expected nothing, got ${fields[key]}`));
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return [`${where}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
    }
    return expected.flatMap((value, i) => differences(value, actual[i], `${where}[${i}]`, exact));
  }
  return Object.is(expected, actual)
    ? []
    : [`${where}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
}

/** What an outcome and the requests behind it have that the vector does not allow. */
export function judge(vector: Vector, outcome: Outcome, received: Received[]): string[] {
  const { requests, minMs = 0, ...expected } = vector.expect;
  const wrong = differences(expected, outcome, "outcome");
  if (!expected.error && outcome.error) {
    wrong.push(`unexpected ${JSON.stringify(outcome.error)}`);
  }
  if (typeof requests === "number" && requests !== received.length) {
    wrong.push(`expected ${requests} requests, got ${received.length}`);
  }
  if (Array.isArray(requests)) {
    wrong.push(...differences(requests, received, "requests"));
  }
  if (outcome.ms < minMs) {
    wrong.push(`took ${outcome.ms} ms, expected at least ${minMs}`);
  }
  if (outcome.ms > NEVER_MS) {
    wrong.push(`took ${outcome.ms} ms: it has waited for what never comes`);
  }
  for (const secret of vector.secrets ?? []) {
    if (outcome.shown.includes(secret)) {
      wrong.push(`shows the secret in: ${outcome.shown}`);
    }
  }
  return wrong;
}
