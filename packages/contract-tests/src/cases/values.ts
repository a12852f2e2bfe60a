import { createHash } from "node:crypto";
import { asObject, isObject } from "@chainkit/openapi";
import { CallError } from "@chainkit/runtime";
import { credentialsOf } from "../http/credential.ts";
import type { HttpRequest } from "../http/request.ts";
import { requestFaults } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { writeBody, writeParameter } from "./write.ts";

/** Parameters of one call by name: path, query, headers and body fields together. */
export type CallParams = Readonly<Record<string, unknown>>;

/** Calls by operation id that succeed at a target, because their values exist there. */
export type Known = Readonly<Record<string, readonly CallParams[]>>;

/** The member of a known call that states the response, or a part of it. */
export const RESPONSE = "$response";

/** Properties of a target that requests depend on. */
export interface Setting {
  /** Whether it is a mock: it responds with the examples of the contract, and says itself what is wrong with a request. */
  readonly isPrism: boolean;
  /** Values of `x-client-option` parameters. */
  readonly options: CallParams;
  readonly known: Known;
}

/** The values of one call. */
export interface Values {
  /** Name of the example, or index of the known call. */
  readonly name: string;
  readonly parameters: CallParams;
  readonly body?: unknown;
  /** Whether the values exist at the target. */
  readonly exists: boolean;
}

/**
 * Returns the base calls of an operation, the first of which is the base of all cases.
 *
 * Known values are only used in calls without side effects.
 */
export function valuesFor(operation: Operation, setting: Setting): [Values, ...Values[]] {
  const [first, ...more] = operation.safe ? (setting.known[operation.id] ?? []) : [];
  if (first) {
    const others = more.map((params, index) =>
      fromKnown(operation, setting, params, `known ${index + 2}`),
    );
    return [fromKnown(operation, setting, first, "known 1"), ...others];
  }
  const [name, ...names] = exampleNames(operation);
  const [[, body] = [], ...bodies] = bodiesOf(operation);
  const callWith = (example: string, sent: unknown, label = example): Values => {
    const values = { ...fromExamples(operation, setting, example, sent), name: label };
    return setting.isPrism || operation.safe ? values : withUnusedNames(operation, values);
  };
  return [
    callWith(name, body),
    ...names.map((each) => callWith(each, body)),
    ...bodies.map(([label, each]) => callWith(name, each, label)),
  ];
}

/** Returns the examples of a body by name, or else one generated from its schema. */
function bodiesOf({ body }: Operation): (readonly [name: string, body: unknown])[] {
  if (!body) {
    return [];
  }
  const shown = [...body.examples];
  return shown.length > 0 ? shown : [["", body.sample()]];
}

/**
 * Builds the request with the examples of the contract, or with values made from its schemas.
 *
 * @throws Error if none can be built.
 */
export function requestOfExamples(operation: Operation): HttpRequest {
  const [values] = valuesFor(operation, { isPrism: true, options: {}, known: {} });
  return requestFor(operation, values);
}

/** Returns the values of a known call. */
export function fromKnown(
  operation: Operation,
  setting: Setting,
  params: CallParams,
  name: string,
): Values {
  const base = fromExamples(operation, setting, "", undefined);
  const own = operation.parameters.filter((each) => each.name in params).map((each) => each.name);
  const parameters = { ...base.parameters, ...pick(params, own) };
  const example = bodiesOf(operation)[0]?.[1];
  const body = isObject(example) ? { ...example, ...pick(params, Object.keys(example)) } : example;
  return { name, parameters, ...(operation.body ? { body } : {}), exists: true };
}

/** Returns the values of a call with one parameter changed. */
export function withValue(base: Values, { name }: Parameter, value: unknown): Values {
  return { ...base, parameters: { ...base.parameters, [name]: value } };
}

/** Returns the first example of a parameter. */
export function exampleOf(parameter: Parameter, name = ""): unknown {
  return parameter.examples.get(name) ?? [...parameter.examples.values()][0];
}

/** Returns the names shared by success examples and parameter examples; "" if there are none. */
function exampleNames(operation: Operation): [string, ...string[]] {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const names = (success?.media ?? []).flatMap(({ examples }) => [...examples.keys()]);
  const shared = names.filter((name) =>
    operation.parameters.some(({ examples }) => name !== "" && examples.has(name)),
  );
  const covered = operation.parameters.some(
    ({ required, examples }) => required && shared.some((name) => examples.has(name)),
  );
  const [first, ...others] = shared;
  return covered && first !== undefined ? [first, ...others] : ["", ...shared];
}

function fromExamples(operation: Operation, setting: Setting, name: string, body: unknown): Values {
  const parameters: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const option = parameter.clientOption && setting.options[parameter.clientOption];
    const isMeant = parameter.required || (name !== "" && parameter.examples.has(name));
    const shown = isMeant ? exampleOf(parameter, name) : undefined;
    const value = option ?? shown ?? (parameter.required ? parameter.sample() : undefined);
    if (value !== undefined) {
      parameters[parameter.name] = value;
    }
  }
  const values = { name, parameters, exists: setting.isPrism };
  return body === undefined ? values : { ...values, body };
}

/** Replaces names by unused ones, so that nothing real is changed; texts that the contract lists or forms stay. */
export function withUnusedNames({ spec, body: stated }: Operation, values: Values): Values {
  if (!isObject(values.body)) {
    return values;
  }
  const properties = asObject(keywordsOf(spec, stated?.schema).get("properties")?.value);
  const body = Object.entries(values.body).map(([key, value]) => {
    const mark = createHash("sha256").update(`${key}=${value}`).digest("hex").slice(0, 12);
    const unused = `no-such-${mark}`;
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const isFree = requestFaults(spec, schema, unused).length === 0;
    return [key, typeof value === "string" && isFree ? unused : value];
  });
  return { ...values, body: Object.fromEntries(body) };
}

function pick(params: CallParams, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]),
  );
}

/**
 * Builds the request with these values, and with the target's token if the operation accepts one.
 *
 * @throws CallError of kind `input` if a style, an encoding or a header has no form for a value.
 */
export function requestFor(operation: Operation, { parameters, body }: Values): HttpRequest {
  const { spec, method, auth } = operation;
  const query: string[] = [];
  let headers: Readonly<Record<string, string>> = acceptOf(operation);
  let path = encodedPath(operation.path);
  for (const parameter of operation.parameters) {
    const value = parameters[parameter.name];
    if (value === undefined) {
      continue;
    }
    const written = writeParameter(spec, parameter, value);
    const { path: segment = "" } = written;
    path = path.replaceAll(`{${encodeURI(parameter.wireName)}}`, () => segment);
    query.push(...(written.query === "" ? [] : [written.query]));
    const cookies = [headers.cookie, written.headers.cookie].filter(Boolean).join("; ");
    headers = { ...headers, ...written.headers, ...(cookies === "" ? {} : { cookie: cookies }) };
  }
  const target = query.length > 0 ? `${path}?${query.join("&")}` : path;
  const credentials = credentialsOf(operation);
  const request = { method, target, headers, withToken: auth !== "none", credentials };
  const { body: media } = operation;
  if (media === undefined || body === undefined) {
    return request;
  }
  const written = writeBody(spec, media, body);
  return { ...request, headers: { ...headers, "content-type": written.type }, body: written.body };
}

/** Builds a request as `requestFor`; undefined if a style, an encoding or a header has no form for a value. */
export function requestIfWritable(operation: Operation, values: Values): HttpRequest | undefined {
  try {
    return requestFor(operation, values);
  } catch (error) {
    // No URL has half of a surrogate pair.
    if (error instanceof URIError || (error instanceof CallError && error.kind === "input")) {
      return undefined;
    }
    throw error;
  }
}

/** Encodes what a URL cannot have as it is, such as spaces and other scripts; a fragment is not sent. */
export function encodedPath(path: string): string {
  const [sent = ""] = path.split("#");
  return encodeURI(sent)
    .replaceAll("%7B", "{")
    .replaceAll("%7D", "}")
    .replaceAll(/%25([\dA-F]{2})/gi, "%$1");
}

/** Asks for the documented media types, JSON first; nothing is said if JSON is all there is. */
function acceptOf({ responses }: Operation): { accept?: string } {
  const media = responses.flatMap((response) => response.media);
  const others = media.filter(({ isJson }) => !isJson).map(({ type }) => essenceOf(type));
  const json = media.filter(({ isJson }) => isJson).map(({ type }) => essenceOf(type));
  const usual = ["application/json", "application/problem+json"];
  const types = [...new Set([...json, ...(json.length > 0 ? [] : usual)])];
  return others.length === 0 && types.every((type) => usual.includes(type))
    ? {}
    : { accept: [...types, ...[...new Set(others)].map((type) => `${type};q=0.9`)].join(", ") };
}

function essenceOf(type: string): string {
  return (type.split(";")[0] ?? "").trim();
}
