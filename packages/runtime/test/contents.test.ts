import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { listenAt } from "../../command/src/serve.ts";
import {
  contents,
  createClient,
  type EventStream,
  type Fetch,
  type Operation,
  results,
} from "../src/index.ts";

/** What the server sends next: its chunks, one after the other, and then the end unless it stays open. */
let next: {
  type: string;
  status?: number;
  chunks: readonly (string | Uint8Array)[];
  isOpen?: true;
};
const accepts: unknown[] = [];
let isClosed = false;
const server = createServer(async (request, response) => {
  accepts.push(request.headers.accept);
  isClosed = false;
  response.on("close", () => {
    isClosed = true;
  });
  response.writeHead(next.status ?? 200, { "content-type": next.type });
  for (const chunk of next.chunks) {
    response.write(chunk);
    await wait(1);
  }
  if (!next.isOpen) {
    response.end();
  }
});
const { url: baseUrl, close } = await listenAt(server);
afterAll(close);

function call(rule: Partial<Operation>, options: object = {}, fetch?: Fetch): Promise<unknown> {
  const table = { get: { method: "GET", path: "/", idempotent: true, ...rule } } as const;
  const parts = [results, contents];
  const client = createClient<{ get(params: object, options: object): Promise<unknown> }>(
    table,
    { baseUrl, retry: false, fetch },
    parts,
  );
  return client.get({}, options);
}

const events = { events: "json", accept: "text/event-stream" } as const;

async function stream(options: object = {}, fetch?: Fetch): Promise<EventStream<unknown>> {
  return (await call(events, options, fetch)) as EventStream<unknown>;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) {
    all.push(item);
  }
  return all;
}

describe("text and bytes", () => {
  it("are returned as they are", async () => {
    next = { type: "text/csv", chunks: ["a,", "é\n"] };
    expect(await call({ content: "text", accept: "text/csv" })).toBe("a,é\n");
    expect(accepts.at(-1)).toBe("text/csv");
    next = { type: "image/png", chunks: [Uint8Array.of(0, 255), Uint8Array.of(254)] };
    const blob = (await call({ content: "binary" })) as Blob;
    expect([blob.type, ...(await blob.bytes())]).toEqual(["image/png", 0, 255, 254]);
  });

  it("pass middleware, and errors are read as JSON", async () => {
    next = { type: "a/b", chunks: [Uint8Array.of(200)] };
    const table = { get: { method: "GET", path: "/", content: "binary" } } as const;
    const middleware = [{ onResponse: () => undefined }];
    const client = createClient<{ get(): Promise<Blob> }>(table, { baseUrl, middleware }, [
      contents,
    ]);
    expect([...(await (await client.get()).bytes())]).toEqual([200]);
    next = { type: "application/json", status: 400, chunks: ['{"detail":"bad"}'] };
    await expect(call({ content: "binary" })).rejects.toThrow("get: 400 bad");
  });
});

describe("a stream of events", () => {
  it("yields them as the HTML standard reads them", async () => {
    const chunks = [
      ': hi\r\n\r\nevent: a\r\ndata: {"x":1}\r',
      "\nid: 7\r\n\r\ndata: [DO",
      "NE]\n\ndata:one\ndata:  two\n\nevent: none\n\ndata\r\rdata: cut off\n",
    ];
    // Not by a server: a network may join chunks.
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) {
          controller.enqueue(new TextEncoder().encode(chunk));
        }
        controller.close();
      },
    });
    const headers = { "content-type": "text/event-stream; charset=utf-8" };
    const fetch = async () => new Response(body, { headers });
    expect(await collect(await stream({}, fetch))).toEqual([
      { event: "a", data: { x: 1 }, id: "7" },
      { event: "message", data: "[DONE]", id: "7" },
      { event: "message", data: "one\n two", id: "7" },
      { event: "message", data: "", id: "7" },
    ]);
  });

  it("yields an event before the next arrives, and ends the request with the loop", async () => {
    next = { type: "text/event-stream", chunks: ["data: 1\n\n"], isOpen: true };
    for await (const { data } of await stream()) {
      expect(data).toBe(1);
      break;
    }
    await expect.poll(() => isClosed).toBe(true);
  });

  it("ends with the caller's signal, later than the timeout", async () => {
    next = { type: "text/event-stream", chunks: ["data: 1\n\n"], isOpen: true };
    const controller = new AbortController();
    const all = await stream({ timeoutMs: 600, signal: controller.signal });
    await all.next();
    const second = all.next();
    setTimeout(() => controller.abort(), 800);
    await expect(second).rejects.toMatchObject({ kind: "aborted" });
    await expect.poll(() => isClosed).toBe(true);
    const own = new AbortController();
    const unread = await stream({ signal: own.signal });
    own.abort();
    await expect(unread.next()).rejects.toMatchObject({ kind: "aborted" });
  });

  it("fails where it is cut off, or would be rounded", async () => {
    next = { type: "text/event-stream", chunks: ["data: 9007199254740993\n\n"] };
    await expect(collect(await stream())).rejects.toThrow("beyond 2^53");
    next = { type: "text/event-stream", chunks: ["data: 1\n\n"], isOpen: true };
    const all = await stream();
    await all.next();
    server.closeAllConnections();
    await expect(all.next()).rejects.toMatchObject({ kind: "network" });
  });

  it("is what else the service responds with", async () => {
    next = { type: "application/json", chunks: ['{"x":1}'] };
    expect(await call(events)).toEqual({ x: 1 });
    next = { type: "audio/mpeg", chunks: [Uint8Array.of(7)] };
    expect(await call({ ...events, content: "binary" })).toBeInstanceOf(Blob);
    next = { type: "text/event-stream", chunks: ["data: 5\n\n"] };
    const texts = (await call({ events: "text" })) as EventStream<string>;
    expect(await collect(texts)).toEqual([{ event: "message", data: "5" }]);
  });
});
