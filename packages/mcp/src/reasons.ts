import { asObject, type JsonObject } from "@chainkit/openapi";

/** Members that say why, the best first. */
const TEXTS = [
  ...["detail", "message", "msg", "reason", "error_description", "error_message", "errorMessage"],
  ...["description", "faultstring", "title", "error", "code"],
];

/** Members that name what is at fault. */
const PLACES = ["parameter", "param", "field", "path", "property", "loc", "pointer", "source"];

/** Members that hold further reasons. */
const LISTS = ["error", "errors", "detail", "details", "fault", "violations", "issues"];

/** Deepest nesting in which reasons are sought. */
const MAX_DEPTH = 5;

interface Reason {
  readonly place: string;
  readonly text: string;
}

/**
 * Lists the reasons of an error body in whatever form it comes: problem details, an envelope, `{error: {message}}`,
 * `{message}`, `{detail: [{loc, msg}]}`, or texts by field.
 *
 * @returns Sentences; the JSON of a body that has none of these members.
 */
export function reasonsOf(body: unknown): string[] {
  if (typeof body === "string" && body.startsWith("<")) {
    return [];
  }
  const sentences: string[] = [];
  for (const { place, text } of readReasons(body, 0)) {
    const sentence = [place, text].filter(Boolean).join(" ").trim().replace(/\.$/, "");
    if (sentence !== "" && !sentences.some((each) => each.includes(sentence))) {
      sentences.push(sentence);
    }
  }
  const isTold = sentences.length > 0 || Object.keys(asObject(body)).length === 0;
  return isTold ? sentences : [JSON.stringify(body)];
}

function readReasons(value: unknown, depth: number): Reason[] {
  if (typeof value === "string") {
    return [{ place: "", text: value }];
  }
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((each) => readReasons(each, depth + 1));
  }
  const members = asObject(value);
  const place = depth > 0 ? placeOf(members) : "";
  const text = TEXTS.map((name) => members[name]).find((each) => typeof each === "string");
  const inner = LISTS.flatMap((name) => readList(members[name], depth + 1));
  const isOwn = place !== "" || (text !== undefined && !repeats(String(text), inner));
  return [...(isOwn ? [{ place, text: String(text ?? "") }] : []), ...inner];
}

/** The reasons in a member that holds some: an error, a list of errors, or the errors of each field. */
function readList(value: unknown, depth: number): Reason[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const reasons = readReasons(value, depth);
  return reasons.length > 0 || Array.isArray(value)
    ? reasons
    : Object.entries(value).flatMap(([field, each]) =>
        readReasons(each, depth + 1).map(({ text }) => ({ place: field, text })),
      );
}

function placeOf(members: JsonObject): string {
  for (const value of PLACES.map((name) => members[name])) {
    if (typeof value === "string") {
      return value;
    }
    if (Array.isArray(value) && value.length > 0) {
      return value.join(".");
    }
    const inner = placeIn(value);
    if (inner !== "") {
      return inner;
    }
  }
  return "";
}

/** The place in an object that names one, as `source` of JSON:API does. */
function placeIn(value: unknown): string {
  const { pointer, parameter } = asObject(value);
  return [pointer, parameter].filter((each) => typeof each === "string").join(" ");
}

/** Whether a text has no words but the reasons of others, as some services join them. */
function repeats(text: string, reasons: readonly Reason[]): boolean {
  const rest = reasons.reduce((left, each) => left.replaceAll(each.text, ""), text);
  return reasons.length > 0 && !/[\p{L}\p{N}]/u.test(rest);
}
