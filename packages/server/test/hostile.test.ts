import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "./support/app-options.ts";
import { rawConnection, sendRaw } from "./support/raw.ts";
import { startService } from "./support/support.ts";

const BLOCK = "/v2/polygon/blocks/1";
const QUERY = "/public_api/v1/ns/tags/query-tag";
const HOST = "host: x\r\nconnection: close\r\n";
const CHUNKED = "transfer-encoding: chunked\r\n";
const END = "0\r\n\r\n";
const LONG = `x-long: ${"a".repeat(20_000)}\r\n`;

const TEXT = expect.stringMatching(/\w/);
const TYPE = expect.stringMatching(/^\/problems\/[\w-]+$/);

function expectError(
  answer: Awaited<ReturnType<typeof sendRaw>>[number] | undefined,
  status: number,
  style: "problem" | "envelope",
) {
  const [type, body] = {
    problem: ["application/problem+json", { type: TYPE, title: TEXT, status, detail: TEXT }],
    envelope: ["application/json; charset=utf-8", { code: status, data: {}, msg: TEXT }],
  }[style];
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject({
    ...{ "cache-control": "no-store", "x-content-type-options": "nosniff", "content-type": type },
    "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(JSON.parse(answer?.text ?? "")).toMatchObject(body as object);
}

const get = (target: string, headers = HOST, version = "1.1") =>
  `GET ${target} HTTP/${version}\r\n${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST ${QUERY} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;

test.each<[string, string | Buffer, number, "problem" | "envelope"]>([
  // As bytes, which the parser refuses; half of the pair of surrogates cannot be encoded.
  ["an emoji in the path", `GET ${BLOCK}\u{1f600} HTTP/1.1\r\nhost: x\r\n\r\n`, 400, "problem"],
  ["an emoji at the limit", get(`${BLOCK.padEnd(1023, "a")}\u{1f600}`, ""), 400, "problem"],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01", 400, "problem"],
  ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "problem"],
  ["a method that there is not", get(BLOCK).replace("GET", "FOO"), 400, "problem"],
  ["a blank in the path", get("/v2/polygon/blocks/1 2"), 400, "problem"],
  ["a NUL in the path", get("/v2/polygon/blocks/\0"), 400, "problem"],
  ["no host", get(BLOCK, "connection: close\r\n"), 400, "problem"],
  ["headers that are too long", get(BLOCK, HOST + LONG), 431, "problem"],
  ["the same, for management", get(QUERY, HOST + LONG), 431, "envelope"],
  ["an absolute target", get(`http://x${BLOCK}`), 404, "problem"],
  ["the same, for management", get(`http://x${QUERY}`), 405, "envelope"],
  ["two slashes", get(`/${BLOCK}`), 404, "problem"],
  ["a slash at the end", get(`${QUERY}/`), 404, "envelope"],
  ["an encoded NUL", get("/v2/polygon/blocks/%00"), 400, "problem"],
  ["a broken encoding", get("/v2/polygon/blocks/%C0%80"), 400, "problem"],
  ["the same, for management", get("/public_api/%zz"), 400, "envelope"],
  ["HTTP/1.0", get(BLOCK, "", "1.0"), 404, "problem"],
  ["TRACE", get(BLOCK).replace("GET", "TRACE"), 405, "problem"],
  ["a length that is none", post("content-length: -2\r\n", "{}"), 400, "envelope"],
  ["two lengths", post("content-length: 2\r\ncontent-length: 3\r\n", "{} "), 400, "envelope"],
  ["a length and chunks", post(`content-length: 4\r\n${CHUNKED}`, END), 400, "envelope"],
  ["an expectation", post("expect: magic\r\ncontent-length: 2\r\n", "{}"), 417, "envelope"],
])("%s is answered in the form of its area", async (_name, text, status, style) => {
  const service = await startService();
  const [answer] = await sendRaw(service.url, text);
  const whole = answer && { ...answer, text: unchunked(answer.text) };
  expectError(whole, status, style);
});

/** The contents of a text that may have come in one chunk. */
function unchunked(text: string): string {
  return /^[\da-f]+\r\n(.*)\r\n0\r\n/s.exec(text)?.[1] ?? text;
}

const BODY = JSON.stringify({ subgraph_name: "é", version: "1" });
const V1 = '{"version":"1"}';
const ENCODED = (name: string) => `content-encoding: ${name}\r\n`;

test.each<[string, string | Buffer, headers: string, code: number, msg: string]>([
  ["text in latin1", Buffer.from(BODY, "latin1"), "", 400, "body: must be JSON in UTF-8"],
  ["compressed", gzipSync(BODY), ENCODED("gzip"), 415, "The body must not be compressed."],
  ["not encoded", BODY, ENCODED("identity"), 404, "é 1 is not deployed"],
  ["polluting", `{"__proto__":${V1},"subgraph_name":"a"}`, "", 400, "body: must be valid JSON"],
  [
    "polluting by its constructor",
    `{"constructor":{"prototype":${V1}},"subgraph_name":"a"}`,
    ...(["", 400, "body: must be valid JSON"] as const),
  ],
  ["nested", "[".repeat(30_000) + "]".repeat(30_000), "", 400, "body: must be an object"],
])("a body is refused for what it is: %s", async (_, content, headers, code, msg) => {
  const { url, token } = await startService();
  const [body, type] = [Buffer.from(content), "content-type: application/json\r\n"];
  const authorization = `authorization: Bearer ${token}\r\n`;
  const head = post(`${authorization}${type}${headers}content-length: ${body.length}\r\n`, "");
  const [answer] = await sendRaw(url, Buffer.concat([Buffer.from(head), body]));
  expectError(answer, code, "envelope");
  const text = Buffer.from(answer?.text ?? "", "latin1").toString();
  expect(JSON.parse(text).msg).toBe(msg);
  expect(({} as { version?: string }).version).toBeUndefined();
});

test("accepts a chunked body, and limits its length", async () => {
  const service = await startService();
  const auth = `authorization: Bearer ${service.token}\r\ncontent-type: application/json\r\n`;
  const chunked = (size: string, text: string) =>
    sendRaw(service.url, post(auth + CHUNKED, `${size}\r\n${text}\r\n${END}`));
  const body = JSON.stringify({ subgraph_name: "a", version: "1" });
  expectError((await chunked(body.length.toString(16), body))[0], 404, "envelope");
  expectError((await chunked("20000", " ".repeat(0x20000)))[0], 413, "envelope");
  expectError((await chunked("zz", body))[0], 400, "envelope");
});

test("handles one request at a time for a client that does not read responses", async () => {
  let handled = 0;
  const large = { note: "x".repeat(2 ** 20) };
  const readiness = () => {
    handled += 1;
    return { ready: true, chains: { large } } as never;
  };
  const { url } = await startApp({ probes: { readiness, metrics: new Registry() } });
  const count = 50;
  const connection = await rawConnection(url);
  connection.socket.pause();
  connection.send(get("/readyz", "host: x\r\n").repeat(count - 1) + get("/readyz"));
  for (let asked = 0; asked < 20; asked += 1) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  // What the connection's buffers take has been handled.
  expect(handled).toBeGreaterThan(0);
  expect(handled).toBeLessThan(count);
  connection.socket.resume();
  const statuses = (await connection.answers()).map(({ status }) => status);
  expect(statuses).toEqual(Array(count).fill(200));
});

test("refuses a caller that does not read its responses, until it does", async () => {
  const large = { note: "x".repeat(12 * 2 ** 20) };
  const readiness = () => ({ ready: true, chains: { large } }) as never;
  const probes = { readiness, metrics: new Registry() };
  const handlers = { getLatestTransactions: () => ({ transactions: [] }) };
  const { url } = await startApp({ handlers, probes, trustProxy: ["loopback"] });
  const ask = async (from: string, path = "/x/v1/transactions") => {
    const headers = { "x-forwarded-for": from };
    const { status, headers: sent } = await fetch(url + path, { headers });
    return [status, sent.get("retry-after")];
  };
  const open = async () => {
    const connection = await rawConnection(url);
    connection.socket.pause();
    connection.send(get("/readyz", `${HOST}x-forwarded-for: 192.0.2.1\r\n`));
    return connection;
  };
  const slow = [await open(), await open()];
  while ((await ask("192.0.2.1"))[0] === 200) {
    slow.push(await open());
  }
  expect(await ask("192.0.2.1")).toEqual([429, "1"]);
  expect(await ask("192.0.2.2")).toEqual([200, null]);
  // Of probes, only a response that is large.
  const last = await open();
  last.socket.resume();
  expect((await last.answers()).map(({ status }) => status)).toEqual([429]);
  expect(await ask("192.0.2.1", "/healthz")).toEqual([200, null]);
  for (const { socket } of slow) {
    socket.resume();
  }
  await expect.poll(() => ask("192.0.2.1")).toEqual([200, null]);
});

test("handles one request that waited for its turn per iteration of the event loop", async () => {
  let handled = 0;
  let most = 0;
  const readiness = () => {
    handled += 1;
    return { ready: true, chains: {} };
  };
  const { url } = await startApp({ probes: { readiness, metrics: new Registry() } });
  let iteration: NodeJS.Immediate;
  const countIteration = () => {
    most = Math.max(most, handled);
    handled = 0;
    iteration = setImmediate(countIteration);
  };
  countIteration();
  onTestFinished(() => clearImmediate(iteration));
  const [first, next] = [get("/healthz", "host: x\r\n"), get("/readyz", "host: x\r\n")];
  const callers = await Promise.all(Array.from({ length: 20 }, () => rawConnection(url)));
  for (const { send } of callers) {
    send(first + next.repeat(10) + get("/nope"));
  }
  const answers = await Promise.all(callers.map((caller) => caller.answers()));
  const statuses = [...Array(11).fill(200), 404];
  expect(answers.map((all) => all.map(({ status }) => status))).toEqual(Array(20).fill(statuses));
  expect(most).toBe(1);
});

test("completes a request in flight during shutdown", async () => {
  const { url, close } = await startService();
  const connection = await rawConnection(url);
  connection.send("GET /v2/polygon/blocks/1 HTTP/1.1\r\n");
  // So that the server has it.
  await fetch(`${url}/healthz`);
  const closed = close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  connection.send("host: x\r\n\r\n");
  const [answer] = await connection.answers();
  expectError(answer, 404, "problem");
  expect(answer?.headers.connection).toBe("close");
  await closed;
});

test("aborted requests leave no errors in the log", async () => {
  const { lines, url } = await startApp({
    authenticate: async () => ({ id: "a", name: "", scope: "management" }),
    handlers: { queryTag: () => 1, getLatestTransactions: () => ({ transactions: [] }) },
  });
  const json = "authorization: Bearer a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n";
  const listing = get("/x/v1/transactions", "host: x\r\n");
  for (const text of ["GET /healthz", listing, post("", "{"), post(json, "{")]) {
    const connection = await rawConnection(url);
    connection.send(text);
    // The request has arrived, and the last body not as a whole.
    await sleep(50);
    connection.socket.resetAndDestroy();
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await sleep(50);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.filter(({ level, fault }) => level > 40 || fault === "ECONNRESET")).toEqual([]);
});

test("disconnects slow clients, and bounds their connections", async () => {
  const { app, lines, url } = await startApp({});
  const { server } = app;
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 10_000]);
  expect([server.timeout, server.keepAliveTimeout]).toEqual([120_000, 65_000]);
  expect(server.maxConnections).toBe(10_000);

  // The same, sooner.
  server.headersTimeout = 100;
  const connection = await rawConnection(url);
  connection.send(`GET ${BLOCK} HTTP/1.1\r\nhost: `);
  const [answer] = await connection.answers();
  expectError(answer, 408, "problem");

  // Invalid requests are logged as well, with the id returned to the client.
  await fetch(`${url}/%zz`);
  const logged = lines.map((line) => JSON.parse(line));
  const id = answer?.headers["x-request-id"];
  expect(logged).toContainEqual(expect.objectContaining({ requestId: id, status: 408 }));
  expect(logged).toContainEqual(expect.objectContaining({ url: "/%zz", status: 400 }));
});
