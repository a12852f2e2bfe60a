import { createServer, type IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { type Listening, listenAt } from "@chainkit/command";
import {
  type Credential,
  isObject,
  type JsonObject,
  type Media,
  type OpenApiDocument,
  type Operation,
  readRequest,
  successesOf,
} from "@chainkit/openapi";
import { alternativesOf } from "../../../../packages/contract-tests/src/http/credential.ts";

/** What came over the wire. */
interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer<ArrayBuffer>;
}

/** A server that gives the response it is told to, and keeps what it received. */
export interface Stub extends Listening {
  /** The response to whatever comes next; no body without a type. */
  next: { status: number; type?: string; text?: string };
  readonly received: Received[];
}

export async function startStub(): Promise<Stub> {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const { method = "", url: target = "", headers } = incoming;
    received.push({ method, target, headers, body: Buffer.concat(chunks) });
    const { status, type, text } = stub.next;
    outgoing.writeHead(status, type === undefined ? {} : { "content-type": type });
    outgoing.end(type === undefined ? undefined : text);
  });
  // The process that tests is busy for longer than a connection is kept by default.
  server.keepAliveTimeout = 0;
  const stub: Stub = { ...(await listenAt(server)), next: { status: 200 }, received };
  return stub;
}

/** The success that an operation documents: its status, and its media type, JSON before others. */
export function successOf({ responses, method }: Operation) {
  const isJson = (media: Media) => media.isJson || media.type === "*/*";
  const successes = successesOf(responses);
  const success =
    successes.find(({ media }) => media.length === 0 || media.some(isJson)) ?? successes[0];
  const status = /^\d+$/.test(success?.status ?? "") ? Number(success?.status) : 200;
  const hasBody = method !== "HEAD" && status !== 204 && status !== 205;
  const media = success?.media.find(isJson) ?? success?.media[0];
  return { status, media: hasBody ? media : undefined };
}

/** What each kind of credential is given as. */
export const SECRETS = { bearer: "t", key: "k", basic: { username: "u", password: "p" } };

/** What a request says differently from what a call was given, by the reader of the mocks; empty if nothing. */
export async function differences(
  document: OpenApiDocument,
  operation: Operation,
  { given, isValid }: { readonly given: JsonObject; readonly isValid: boolean },
  { method, target, headers, body }: Received,
): Promise<string[]> {
  const found: string[] = [];
  const differ = (what: string, expected: unknown, actual: unknown) => {
    if (!isDeepStrictEqual(expected, actual)) {
      found.push(`${what}: ${JSON.stringify(expected)} arrived as ${JSON.stringify(actual)}`);
    }
  };
  differ("method", operation.method, method);
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const { format = "" } = operation.body ?? {};
  const encoding = ["json", "urlencoded"].includes(format) ? "utf8" : "latin1";
  const header = (name: string) => [headers[name.toLowerCase()]].flat()[0];
  const sent = { path, query, header, body: body.toString(encoding) };
  const { params, faults } = readRequest(document, operation, sent);
  const isRaw = format === "raw";
  const expected = isRaw ? { ...given, body: await bytesOf(given.body) } : await withTexts(given);
  differ("values", textsOf(expected), textsOf(params));
  differ("faults", [], isValid ? faults : []);
  if (format === "json" && body.length > 0) {
    const { kind, fields = [] } = operation.body ?? {};
    const set = fields.filter(({ name }) => given[name] !== undefined);
    const own = Object.fromEntries(set.map(({ name }) => [name, given[name]]));
    differ("body", kind === "fields" ? own : given.body, JSON.parse(sent.body));
  }
  const pairs = [...new URLSearchParams(query)];
  const carries = (credential: Credential) => {
    if (credential.kind !== "key") {
      return header("authorization") === (credential.kind === "basic" ? "Basic dTpw" : "Bearer t");
    }
    const { in: place, name } = credential;
    const all = {
      query: pairs,
      header: Object.entries(headers),
      cookie: (header("cookie") ?? "").split("; ").map((pair) => pair.split("=")),
    }[place];
    const own = place === "header" ? name.toLowerCase() : name;
    return given[name] !== undefined || all.some(([each, value]) => each === own && value === "k");
  };
  const { security, auth, parameters } = operation;
  const alternatives = alternativesOf(security);
  const isAllowed = alternatives.some((each) => each.every(carries));
  differ("credentials", true, isAllowed || alternatives.length === 0);
  differ("token", auth === "none" ? undefined : header("authorization"), header("authorization"));
  const keys = alternatives.flat().flatMap((each) => (each.kind === "key" ? each.name : []));
  const members = Object.values(given).flatMap((value) =>
    isObject(value) ? Object.keys(value) : [],
  );
  const known = [...parameters.map(({ name }) => name), ...members, ...keys];
  const others = pairs.filter(
    ([name]) => ![name, name.replace(/\[.*/s, "")].some((each) => known.includes(each)),
  );
  differ("rest of the query", [], others);
  return found;
}

/** The bytes of a body, each as a character. */
async function bytesOf(value: unknown): Promise<unknown> {
  return value === undefined
    ? undefined
    : Buffer.from(await new Response(value as BodyInit).arrayBuffer()).toString("latin1");
}

/** Values with the bytes of files in place of these. */
async function withTexts(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    return bytesOf(value);
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map(withTexts));
  }
  if (!isObject(value)) {
    return value;
  }
  const members = Object.entries(value).map(async ([name, each]) => [name, await withTexts(each)]);
  return Object.fromEntries(await Promise.all(members));
}

/**
 * A value as texts; undefined if nothing is sent of it, or an empty text: lists without items, objects without members,
 * null. A schema may allow an item as well as a list of one.
 */
export function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((each) => textsOf(each) ?? "");
    return items.length > 1 ? items : items[0] || undefined;
  }
  if (!isObject(value)) {
    return value === null || value === undefined || value === "" ? undefined : String(value);
  }
  const members = Object.entries(value).map(([name, each]) => [name, textsOf(each)]);
  const sent = members.filter(([, text]) => text !== undefined);
  return sent.length === 0 ? undefined : Object.fromEntries(sent);
}
