import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, createServer } from "node:net";
import type { Credential } from "@chainkit/openapi";
import { afterEach, expect, test } from "vitest";
import { curlLine } from "../src/http/request.ts";
import { createSender, type Sender } from "../src/http/send.ts";

const RESPONSE = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const TIMEOUT_MS = 5_000;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
});

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
  ends.push(sender.close, () => server.close());
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

test("a key that all requests have stands beside the token, and is left out with it", async () => {
  const seen: unknown[] = [];
  const server = http
    .createServer(({ headers }, response) => {
      seen.push([headers.authorization, headers["client-id"], headers["x-trace"]]);
      response.end();
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const general = { "Client-Id": "app", "X-Trace": "1" };
  const sender = createSender(`http://127.0.0.1:${port}`, {
    ...{ timeoutMs: TIMEOUT_MS, token: "t", headers: general },
  });
  ends.push(sender.close, () => server.close());
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
