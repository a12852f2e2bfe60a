import { expect, it } from "vitest";
import { createClient } from "../src/index.ts";

/** A client whose `fetch` returns this response. */
const connect = (response: Response) =>
  createClient<{ getItem: (params?: object, call?: object) => Promise<unknown> }>(
    { getItem: { method: "GET", path: "/item" } },
    { baseUrl: "http://localhost", fetch: async () => response },
    [],
  );

it("that arrives in pieces is joined, also within a character", async () => {
  const bytes = new TextEncoder().encode('{"name":"zkSync Ξ"}');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) {
        controller.enqueue(Uint8Array.of(byte));
      }
      controller.close();
    },
  });
  expect(await connect(new Response(body)).getItem()).toEqual({ name: "zkSync Ξ" });
});

it("of a response that never ends is read up to the limit", async () => {
  let chunks = 0;
  let isCanceled = false;
  const body = () =>
    new ReadableStream({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(1_000));
      },
      cancel() {
        isCanceled = true;
      },
    });
  // What a server says of the length proves nothing.
  const headers = { "content-length": "2" };
  const client = connect(new Response(body(), { headers }));
  await expect(client.getItem({}, { maxResponseBytes: 5_000 })).rejects.toMatchObject({
    kind: "decode",
    message: "getItem: 200 with a body of more than 5000 bytes (maxResponseBytes)",
  });
  expect(chunks).toBeLessThan(10);
  expect(isCanceled).toBe(true);
});

it("with a number of a million zeros is decoded in linear time", async () => {
  const zeros = "0".repeat(1_000_000);
  const text = `{"a":1.${zeros}1${zeros}e300,"b":9007199254740993}`;
  await expect(connect(new Response(text)).getItem()).rejects.toMatchObject({
    message: "getItem: 200 with an integer in a beyond 2^53",
  });
});
