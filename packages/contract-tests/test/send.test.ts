import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import zlib from "node:zlib";
import type { Credential } from "@chainkit/openapi";
import { afterEach, expect, test } from "vitest";
import { curlLine } from "../src/http/request.ts";
import { createSender, type Sender } from "../src/http/send.ts";
import { serve } from "./serve.ts";

const RESPONSE = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const TIMEOUT_MS = 5_000;

const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())), 10_000);

/**
 * Starts a server that resets connections, as one does that has just closed an idle one.
 *
 * @param resets Whether it does at a request, by its position on its connection.
 * @returns A sender to it, and the requests that have arrived.
 */
async function startServer(resets: (position: number) => boolean) {
  const arrived: string[] = [];
  const server = createServer((socket) => {
    let position = 0;
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const [, method] = /^(GET|POST) /.exec(String(data)) ?? [];
      if (!method) {
        return;
      }
      position += 1;
      arrived.push(`${method} ${position}`);
      if (resets(position)) {
        socket.resetAndDestroy();
      } else {
        socket.write(RESPONSE);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sender = createSender(`http://127.0.0.1:${port}`, { timeoutMs: TIMEOUT_MS });
  // It ends when all connections are closed.
  ends.push(sender.close, () => new Promise((resolve) => server.close(resolve)));
  return { sender, arrived };
}

function send(sender: Sender, method: "GET" | "POST") {
  const body = method === "POST" ? { body: "{}" } : {};
  return sender.send({ method, target: "/", headers: {}, withToken: false, ...body });
}

test("a request that reads is sent again if the server has closed its idle connection", async () => {
  const { sender, arrived } = await startServer((position) => position > 1);
  expect((await send(sender, "GET")).status).toBe(200);
  expect((await send(sender, "GET")).status).toBe(200);
  expect(arrived).toEqual(["GET 1", "GET 2", "GET 1"]);
});

test("a request that writes has a connection of its own, and is sent once", async () => {
  const { sender, arrived } = await startServer((position) => position > 1);
  await send(sender, "GET");
  await send(sender, "POST");
  await send(sender, "POST");
  expect(arrived).toEqual(["GET 1", "POST 1", "POST 1"]);
});

test.each(["GET", "POST"] as const)(
  "%s is sent once if a new connection is reset",
  async (method) => {
    const { sender, arrived } = await startServer(() => true);
    await expect(send(sender, method)).rejects.toThrow(/hang up|ECONNRESET/);
    expect(arrived).toEqual([`${method} 1`]);
  },
);

test.each([
  ["header", `--header "X-api-key: $TOKEN"`, "/books", ["k", undefined]],
  ["query", `"$TARGET"'/books'"?x-api-key=$TOKEN"`, "/books?x-api-key=k", [undefined, undefined]],
  ["cookie", `--header "Cookie: x-api-key=$TOKEN"`, "/books", [undefined, "x-api-key=k"]],
] as const)("a key is sent in the %s, and shown there", async (place, shown, target, headers) => {
  const seen: unknown[] = [];
  const url = await serve((incoming, response) => {
    seen.push(incoming.url, [incoming.headers["x-api-key"], incoming.headers.cookie]);
    response.end();
  });
  const sender = createSender(url, { timeoutMs: TIMEOUT_MS, token: "k" });
  ends.push(sender.close);
  const credentials: Credential[] = [{ kind: "key", in: place, name: "x-api-key" }];
  const request = { method: "GET", target: "/books", headers: {}, withToken: true, credentials };
  await sender.send(request);
  expect(seen).toEqual([target, headers]);
  expect(curlLine(request)).toContain(shown);
});

test("a key that all requests have stands beside the token, and is left out with it", async () => {
  const seen: unknown[] = [];
  const url = await serve(({ headers }, response) => {
    seen.push([headers.authorization, headers["client-id"], headers["x-trace"]]);
    response.end();
  });
  const general = { "Client-Id": "app", "X-Trace": "1" };
  const sender = createSender(url, { timeoutMs: TIMEOUT_MS, token: "t", headers: general });
  ends.push(sender.close);
  const key: Credential = { kind: "key", in: "header", name: "client-ID" };
  const credentials = [key, { kind: "bearer" } as const];
  const request = { method: "GET", target: "/", headers: {}, credentials };
  await sender.send({ ...request, withToken: true });
  await sender.send({ ...request, withToken: false, isAnonymous: true });
  expect(seen).toEqual([
    ["Bearer t", "app", "1"],
    [undefined, undefined, "1"],
  ]);
  const shown = curlLine({ ...request, withToken: true }, { headers: ["client-id", "x-trace"] });
  expect(shown).toContain(
    '--header "client-id: $CLIENT_ID" --header "x-trace: $X_TRACE" --header "Authorization: Bearer $TOKEN"',
  );
  expect(shown.match(/client-id/gi)).toHaveLength(1);
});

test("a body of more than 32 MiB is not read to its end", async () => {
  const lengthOf = async (sent: number) => {
    const url = await serve((_, response) => void response.end(Buffer.alloc(sent)));
    const sender = createSender(url, { timeoutMs: 60_000 });
    ends.push(sender.close);
    return (await send(sender, "GET")).body.length;
  };
  const most = 32 * 1024 * 1024;
  expect(await lengthOf(most)).toBe(most);
  await expect(lengthOf(most + 1)).rejects.toThrow(`more than ${most} bytes`);
});

const plain = Buffer.from("a text");
test.each([
  ["gzip", zlib.gzipSync(plain), undefined],
  ["X-GZIP , identity", zlib.gzipSync(plain), undefined],
  ["deflate", zlib.deflateSync(plain), undefined],
  ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(plain)), undefined],
  ["zstd", zlib.zstdCompressSync(plain), undefined],
  ["gzip", plain, "not gzip: incorrect header check"],
  ["compress", plain, "unknown content coding compress"],
  ["gzip", Buffer.from("a"), "not gzip: unexpected end of file"],
  ["gzip", Buffer.alloc(0), undefined],
])(
  "a body in %s is decoded, and headers are sent in Latin-1",
  async (coding, sent, undecodable) => {
    let name: unknown;
    const url = await serve(({ headers }, response) => {
      name = headers["x-name"];
      response.writeHead(200, { "content-encoding": coding }).end(sent);
    });
    const sender = createSender(url, { timeoutMs: TIMEOUT_MS });
    ends.push(sender.close);
    const request = { method: "PUT", target: "/", headers: { "x-name": "é" }, withToken: false };
    const response = await sender.send({ ...request, ...(undecodable && { body: "é" }) });
    const body = sent.length === 0 || undecodable ? sent : plain;
    expect({ ...response, headers: name }).toEqual({
      status: 200,
      headers: "é",
      body,
      undecodable,
    });
  },
);

test("a curl command has the credentials of the connection, and a body that is made", () => {
  const tls = { ca: "a", cert: "b", key: "c", insecure: true };
  const credentials: Credential[] = [{ kind: "basic" }];
  const headers = { authorization: "Token $TOKEN", "x-note": "a $" };
  const request = { method: "PUT", target: "/a", headers, withToken: true, credentials };
  expect(curlLine({ ...request, body: new Blob(["a"]) }, { tls })).toBe(
    `curl -i --data-binary "$BODY" --user "$TOKEN" --cacert "$CA" --cert "$CERT" --key "$KEY" -k --request PUT "$TARGET"'/a' --header "authorization: Token $TOKEN" --header 'x-note: a $'`,
  );
});
