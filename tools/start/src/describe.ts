/** Matches names of fields that identify a record. */
const TELLING = /(?:name|symbol|number|hash|tag|id|balance|count|value|code|msg)$/i;

const MAX_FIELDS = 4;
const MAX_LENGTH = 32;

/**
 * A short summary of a JSON response: a few scalar fields of its first records, identifying fields
 * first, long values truncated; `undefined` is a response without one.
 *
 * @example
 * describe({ block: { hash: "0x88…", number: 1, size: 9 } }); // "block: hash 0x88… · number 1 · size 9"
 */
export function describe(answer: unknown, fieldsLeft: number = MAX_FIELDS): string {
  if (Array.isArray(answer)) {
    const first = answer.length > 0 ? describe(answer[0], fieldsLeft) : "";
    return first ? `×${answer.length}: ${first}` : `×${answer.length}`;
  }
  if (answer === undefined) {
    return "no body";
  }
  if (typeof answer !== "object" || answer === null) {
    return shorten(answer);
  }
  const fields = Object.entries(answer);
  const scalars = fields.filter(([, value]) => isScalar(value));
  const telling = scalars.filter(([name]) => TELLING.test(name));
  const others = scalars.filter(([name]) => !TELLING.test(name));
  const parts = [...telling, ...others]
    .slice(0, fieldsLeft)
    .map(([name, value]) => `${name} ${shorten(value)}`);
  const inner = fields.find(([, value]) => typeof value === "object" && !isEmpty(value));
  if (inner && parts.length < fieldsLeft) {
    const [name, value] = inner;
    const text = describe(value, fieldsLeft - parts.length);
    parts.push(Array.isArray(value) ? `${name} ${text}` : `${name}: ${text}`);
  }
  return parts.join(" · ");
}

function isEmpty(value: object | null): boolean {
  return value === null || Object.keys(value).length === 0;
}

function isScalar(value: unknown): boolean {
  return (
    ["number", "boolean"].includes(typeof value) || (typeof value === "string" && value !== "")
  );
}

function shorten(value: unknown): string {
  const text = String(value).replace(/\s+/g, " ");
  if (/^0x[0-9a-f]{16,}$/i.test(text)) {
    return `${text.slice(0, 8)}…${text.slice(-4)}`;
  }
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
