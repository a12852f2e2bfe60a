import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import {
  type Credential,
  type JsonObject,
  type Media,
  type OpenApiDocument,
  type Operation,
  successesOf,
} from "@chainkit/openapi";
import { bodyDifferences } from "./body.ts";
import { Query, readText, texts } from "./wire.ts";

/** What came over the wire. */
interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer<ArrayBuffer>;
}

/** A server that gives the response it is told to, and keeps what it received. */
export interface Stub {
  readonly url: string;
  /** The response to whatever comes next; no body without a type. */
  next: { status: number; type?: string; text?: string };
  readonly received: Received[];
  close(): Promise<void>;
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stub: Stub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: { status: 200 },
    received,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
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

/** The first alternative that can be sent; of two that take the same header, the first. */
function sentCredentials({ security, auth }: Operation): readonly Credential[] {
  const sent = security.find(
    (schemes) => schemes.length > 0 && schemes.every(({ credential }) => credential),
  );
  const credentials = (sent ?? []).flatMap(({ credential }) => credential ?? []);
  const [first] = credentials.filter(({ kind }) => kind !== "key");
  return auth === "none" ? [] : credentials.filter((each) => each.kind === "key" || each === first);
}

/** In what a request differs from what a call was given; empty if in nothing. */
export async function differences(
  document: OpenApiDocument,
  operation: Operation,
  params: JsonObject,
  received: Received,
): Promise<string[]> {
  const { method, path, parameters, body } = operation;
  // A parameter may be named like a member of every object.
  const given: JsonObject = Object.assign(Object.create(null), params);
  const found: string[] = [];
  const differ = (what: string, expected: unknown, actual: unknown) => {
    if (!isDeepStrictEqual(expected, actual)) {
      found.push(`${what}: ${JSON.stringify(expected)} arrived as ${JSON.stringify(actual)}`);
    }
  };
  differ("method", method, received.method);
  const [pathname = "", search = ""] = received.target.split(/\?(.*)/s);
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const { pathname: sentPath } = new URL(path.replaceAll(/\{[^{}]*\}/g, "~~"), "http://h");
  const shape = sentPath.split("~~").map(RegExp.escape).join("(.*?)");
  const segments = new RegExp(`^${shape}$`, "s").exec(pathname)?.slice(1);
  differ("path", names.length, segments?.length);
  const query = new Query(search);
  const cookies = Object.fromEntries(
    (received.headers.cookie ?? "").split("; ").map((cookie) => cookie.split(/=(.*)/s)),
  );
  for (const parameter of parameters) {
    const { name, argument, in: place, media } = parameter;
    const value = given[argument];
    const raws: JsonObject = {
      path: segments?.[names.indexOf(name)],
      header: received.headers[name.toLowerCase()],
      cookie: cookies[name],
    };
    const raw = raws[place];
    const read = (text: unknown) =>
      text === undefined ? undefined : readText(parameter, value, String(text));
    const actual = place === "query" ? query.read(parameter, value) : read(raw);
    const expected = media ? JSON.parse(JSON.stringify(value) ?? "null") : texts(value);
    differ(`${place} ${name}`, value === undefined ? undefined : expected, actual);
  }
  const credentials = sentCredentials(operation);
  for (const credential of credentials) {
    if (credential.kind !== "key") {
      const expected = credential.kind === "basic" ? "Basic dTpw" : "Bearer t";
      differ("credentials", expected, received.headers.authorization);
    } else if (credential.in === "query") {
      if (given[credential.name] === undefined) {
        differ("key", ["k"], query.take(credential.name));
      }
    } else if (given[credential.name] === undefined) {
      const all = credential.in === "cookie" ? cookies : received.headers;
      const isHeader = credential.in === "header";
      differ("key", "k", all[isHeader ? credential.name.toLowerCase() : credential.name]);
    }
  }
  if (credentials.length === 0) {
    differ("credentials", undefined, received.headers.authorization);
  }
  differ("rest of the query", "", query.rest);
  const fields = body?.fields.map(({ name }) => [name, given[name]] as const) ?? [];
  const sent =
    body?.kind === "fields"
      ? Object.fromEntries(fields.filter(([, value]) => value !== undefined))
      : given.body;
  const type = received.headers["content-type"];
  found.push(...(await bodyDifferences(document, operation, sent, received.body, type)));
  return found;
}
