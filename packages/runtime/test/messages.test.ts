import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  createClient,
  credentials,
  type Fetch,
  forms,
  type Operation,
  type ParameterRule,
  queries,
  styles,
  types,
} from "../src/index.ts";

const ITEM = { method: "GET", path: "/item" } as const;
const EVERY_TYPE = ["string", "number", "boolean", "array", "object"] as const;
const method = () => {};
const logger = { debug: method, info: method, warn: method, error: method };
const respond = async () => Response.json({});

interface Attempt {
  readonly operation?: Operation;
  /** Options of the client. */
  readonly client?: object;
  readonly params?: unknown;
  /** Options of the call. */
  readonly call?: unknown;
}

/** Calls an operation. Returns the message of the error that this ends with. */
async function messageOf({ operation = ITEM, client = {}, params, call }: Attempt) {
  const parts = [
    { options: { login: null, key: null } },
    ...[queries, types, styles, forms],
    credentials({ login: { kind: "basic" }, key: KEY }),
  ];
  const options = { baseUrl: "http://localhost", fetch: respond, retry: false, ...client };
  try {
    const { getItem } = createClient<Calls>({ getItem: operation }, options as never, parts);
    await getItem?.(params, call);
  } catch (error) {
    return (error as Error).message;
  }
  return "no error";
}

type Calls = Record<string, (params: unknown, call: unknown) => Promise<unknown>>;
const KEY = { kind: "key", in: "header", name: "x-key" } as const;

const CLIENT_OPTIONS: readonly object[] = [
  ...[{ headers: 1 }, { headers: [] }, { timeoutMs: -1 }, { timeoutMs: "1" }],
  ...[{ maxResponseBytes: -1 }, { fetch: 1 }, { successCodes: 1 }, { timeout: 1 }],
  { logger: {} },
  ...Object.keys(logger).map((name) => ({ logger: { ...logger, [name]: 1 } })),
  { middleware: {} },
  ...[{}, null, { onReq: method }, { onRequest: method, onRespond: method }].map((hooks) => ({
    middleware: [hooks],
  })),
  { middleware: [{ onRequest: method }, {}] },
  ...[{ retry: true }, { retry: { attempts: -1 } }, { retry: { attempt: 1 } }],
  ...[undefined, 1, "", "localhost", "/relative", "ftp://localhost", "http://a b"]
    .concat("http://localhost?a=b", "http://localhost#a", "http://a@localhost", "http://{host}")
    .map((baseUrl) => ({ baseUrl })),
];

const KEYED: Operation = { ...ITEM, auth: "required", credentials: [["login"], ["key"]] };
const CREDENTIALS: readonly object[] = [
  ...[{ username: "a" }, { password: "b" }, { username: 1, password: "b" }, "a:b", null].map(
    (login) => ({ login }),
  ),
  ...["", " k", "k ", "a  b", "ä", 5].map((key) => ({ key })),
];

const CALLS: readonly Attempt[] = [
  { call: { fetch: method } },
  { call: { signal: {} } },
  { call: 1 },
  { params: 1 },
];

const PARAMETERS: readonly (readonly [rule: ParameterRule, value: unknown])[] = [
  [{ in: "query", type: "string" }, 5],
  [{ in: "query", style: "spaceDelimited" }, ["a b"]],
  [{ in: "query", style: "pipeDelimited" }, ["a|b"]],
  [{ in: "header", style: "simple" }, { r: "a,b" }],
  [{ in: "path", style: "label", explode: true }, ["a.b"]],
  [{ in: "path", style: "simple" }, {}],
  [{ in: "path", style: "simple" }, ["a", ""]],
  [{ in: "query", style: "form" }, { r: { s: 1 } }],
  [{ in: "query", style: "form" }, { q: 1 }],
  [{ in: "query", style: "form" }, JSON.parse('{"__proto__":1}')],
  [{ in: "query", style: "deepObject" }, { r: [{}] }],
  [{ in: "query", style: "deepObject" }, { r: ["a", {}] }],
  [{ in: "query", style: "json" }, { r: Number.NaN }],
];

const CSV = { list: { style: "form", explode: false } } as const;
const BODIES: readonly (readonly [rule: Partial<Operation>, body: unknown])[] = [
  [{ bodyFormat: "urlencoded" }, { file: new Blob(["x"]) }],
  [{ bodyFormat: "multipart" }, { o: { file: new Blob(["x"]) } }],
  [{ bodyFormat: "multipart", encoding: CSV }, { list: ["a,b"] }],
];

const PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title>
<style type="text/css">h1 > b { color: red }</style><script>if (a) b();</script></head>
<body>${"\n".repeat(300)}<hr><center title="a
b">proxy 1 < 2</center></body></html>
`;
const LOCATION = "https://login.example.com/?token=s3cret";
const RESPONSES: readonly (readonly [what: string, body: string, init?: ResponseInit])[] = [
  ...["", "\n<H1>Welcome\n!</H1>", '  {"a":', "[1,", "x".repeat(99)]
    .concat("[]", "null", '"x"', '{"a":9007199254740993}', "9007199254740993")
    .map((body) => [JSON.stringify(body), body] as const),
  ["a redirect", "", { status: 302, headers: { location: LOCATION } }],
  ...[
    { detail: "d", msg: "m", title: "t" },
    { detail: "", msg: "m", message: "n" },
    { message: "n", error: "e" },
    { error: { message: "e" }, title: "t" },
    { error: "e", title: "t" },
    { title: "t" },
    "text",
    { detail: 1, code: 2 },
    { title: "t", errors: ["a", { field: "f", reason: "r", n: 1 }, { n: 1 }, 5] },
    { title: "t", errors: "one" },
    { title: "x".repeat(400) },
  ].map((body) => [JSON.stringify(body), JSON.stringify(body), { status: 400 }] as const),
  ["no body", "", { status: 400 }],
  ["a page", PAGE, { status: 502 }],
  ["XML", "<Error><Code>NoSuchKey</Code></Error>", { status: 502 }],
  ["a text", "a < b > c", { status: 502 }],
  ["many tags that do not end", `${"<".repeat(1e5)}style>`, { status: 502 }],
];

/** An error with as many causes, one within the other. */
const nested = (depth: number): Error =>
  new Error(`cause ${depth}`, depth === 0 ? {} : { cause: nested(depth - 1) });

const FAILURES: readonly (readonly [what: string, failure: unknown])[] = [
  ["no cause", nested(0)],
  ["nine causes", nested(9)],
  ["ten causes", nested(10)],
  ["text", "text"],
  ["nothing", undefined],
  ["a message that is no text", { message: {} }],
  ["an object", {}],
  ["a URL with a key", new Error("no route to http://localhost/?api_key=s3cret&page=2")],
];

test("the catalogue of what errors of calls say", async () => {
  const lines: string[] = [];
  const add = async (what: string, attempt: Attempt) => {
    lines.push(`${what}: ${await messageOf(attempt)}\n`);
  };
  const show = (value: unknown) =>
    inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 4 });
  for (const client of CLIENT_OPTIONS) {
    await add(`client ${show(client)}`, { client });
  }
  for (const client of CREDENTIALS) {
    await add(`client ${show(client)}`, { operation: KEYED, client });
  }
  for (const attempt of CALLS) {
    await add(show(attempt), attempt);
  }
  for (const [rule, value] of PARAMETERS) {
    const parameters = { p: { type: EVERY_TYPE, ...rule }, q: { in: "query" } } as const;
    const path = rule.in === "path" ? "/{p}" : "/";
    const operation = { method: "GET", path, parameters } as const;
    await add(`${show(value)} by ${show(rule)}`, { operation, params: { p: value } });
  }
  for (const [rule, body] of BODIES) {
    const parameters = { body: { in: "body", type: "object" } } as const;
    const operation = { method: "POST", path: "/", body: "whole", parameters, ...rule } as const;
    await add(`body ${show(body)} by ${show(rule)}`, { operation, params: { body } });
  }
  for (const [what, body, init] of RESPONSES) {
    const fetch: Fetch = async () => new Response(body, init);
    await add(`response ${what}`, { client: { fetch } });
  }
  for (const [what, failure] of FAILURES) {
    await add(`failure with ${what}`, { client: { fetch: () => Promise.reject(failure) } });
  }
  await expect(lines.join("")).toMatchFileSnapshot("catalogue/errors.txt");
});
