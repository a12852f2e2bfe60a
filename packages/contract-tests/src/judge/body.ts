import { MIMEType } from "node:util";
import { asObject, keysOf } from "@chainkit/openapi";
import type { HttpResponse } from "../http/send.ts";
import { responseFaults, typesOf } from "../schema/validator.ts";
import { undescribed } from "../schema/walk.ts";
import type { Media, Operation, Response } from "../spec/operations.ts";
import type { Spec } from "../spec/spec.ts";
import { excerpt, type Fault, type Finding, type Location } from "./finding.ts";
import { parseJson } from "./json.ts";

/** A parsed body. */
export interface ReadBody {
  /** The JSON value; absent: there is none, or it cannot be read. */
  readonly value?: unknown;
  readonly findings: readonly Finding[];
  /** Notes on fields that the contract does not describe. */
  readonly notes: readonly string[];
}

/** Reads and judges the content type and the body of a response with a documented status. */
export function readBody(
  operation: Operation,
  documented: Response,
  { status, headers, body, undecodable }: HttpResponse,
  isMock: boolean,
): ReadBody {
  const { spec } = operation;
  const only = (rule: Location, fault: Fault) => ({ findings: [{ ...fault, rule }], notes: [] });
  if (undecodable !== undefined) {
    const expected = "a body in the coding that Content-Encoding names";
    const fault: Fault = { kind: "coding", status, expected, actual: undecodable };
    return only({ document: "RFC 9110, 8.4" }, fault);
  }
  if (documented.media.length === 0) {
    if (body.length === 0) {
      return { findings: [], notes: [] };
    }
    const fault: Fault = { kind: "unexpected-body", status, actual: text(body) };
    return only(spec.locate(documented.node), fault);
  }
  const types = documented.media.map(({ type }) => type);
  const covering = documented.media.filter(({ type }) => covers(type, headers["content-type"]));
  // The most specific one applies: `text/plain` before `text/*`, and that before `*/*`.
  const [media] = covering.sort((a, b) => wildcards(a) - wildcards(b));
  if (!media) {
    const actual = headers["content-type"];
    const fault: Fault = { kind: "content-type", status, expected: types };
    const rule = spec.locate(documented.node, "content");
    return only(rule, actual === undefined ? fault : { ...fault, actual });
  }
  // The header says what came where the contract states a range, such as `*/*`.
  const { essence } = new MIMEType(headers["content-type"] ?? "");
  if (/^text\/(?!event-stream)/.test(essence)) {
    return readText(spec, media, body.toString("utf8"), status);
  }
  if (!/json\b/.test(essence)) {
    return { findings: [], notes: [] };
  }
  let value: unknown;
  try {
    value = parseJson(body);
  } catch (error) {
    const reason = (error as Error).message;
    const fault: Fault = { kind: "not-json", status, reason, actual: text(body) };
    return only(spec.locate(media.node), fault);
  }
  // The example of several statuses names one of them, and a mock returns it with each.
  const isExample = isMock && !/^\d+$/.test(documented.status);
  const found = [
    ...bySchema(spec, media, value, status),
    ...(isExample ? [] : byProblem(spec, media, value, status)),
  ];
  const notes = [...undescribed(spec, media.schema, value, "body")].map(
    ({ place }) => `${place} is not described by the contract`,
  );
  return { value, findings: found, notes: [...new Set(notes)] };
}

/** Reads a text. One that is written by rules of its own, such as XML, has a schema that is not one of text. */
function readText(spec: Spec, media: Media, value: string, status: number): ReadBody {
  const isText = media.schema === undefined || typesOf(spec, media.schema).has("string");
  return isText
    ? { value, findings: bySchema(spec, media, value, status), notes: [] }
    : { findings: [], notes: [] };
}

function bySchema(spec: Spec, { schema }: Media, value: unknown, status: number): Finding[] {
  return responseFaults(spec, schema, value).map((fault) => ({
    kind: "schema",
    status,
    pointer: fault.place,
    expected: fault.message,
    rule: spec.locate(fault.schema, fault.keyword),
    actual: excerpt(at(value, fault.place)),
  }));
}

/** Checks that problem details repeat the status of the response. */
function byProblem(spec: Spec, media: Media, value: unknown, status: number): Finding[] {
  const { status: stated = status } = asObject(value);
  if (media.type !== "application/problem+json" || stated === status) {
    return [];
  }
  const rule = spec.locate(media.node);
  const [expected, actual] = [String(status), excerpt(stated)];
  return [{ kind: "problem", field: "status", expected, rule, actual }];
}

const wildcards = ({ type }: Media): number => type.split("*").length;

function covers(type: string, header: string | undefined): boolean {
  try {
    const { params } = new MIMEType(header ?? "");
    const isUtf8 = /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
    return isUtf8 && coversType(type, header ?? "");
  } catch {
    return false;
  }
}

/** Whether a media type or a range, such as `text/*`, covers another media type. */
export function coversType(range: string, type: string): boolean {
  const pattern = essenceOf(range).replaceAll("+", "\\+").replaceAll("*", "[^/]+");
  return new RegExp(`^${pattern}$`).test(essenceOf(type));
}

function essenceOf(type: string): string {
  return new MIMEType(type).essence;
}

function at(value: unknown, place: string): unknown {
  return keysOf(`#${place}`).reduce<unknown>((inner, key) => Object(inner)[key], value);
}

function text(body: Buffer): string {
  return body.length === 0 ? "no body" : excerpt(body.toString("utf8"));
}
