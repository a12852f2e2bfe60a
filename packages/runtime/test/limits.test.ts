import { describe, expect, it } from "vitest";
import { contents, createClient, type Operation, results } from "../src/index.ts";

const MIB = new Uint8Array(1024 * 1024).fill(0x20);

/** A body of as many MiB, and of some bytes more. */
const bodyOf = (count: number, more = 0) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < count; at++) {
        controller.enqueue(MIB);
      }
      controller.enqueue(new Uint8Array(more));
      controller.close();
    },
  });

async function read(rule: Partial<Operation>, type: string, body: BodyInit, options: object = {}) {
  const fetch = async () => new Response(body, { headers: { "content-type": type } });
  const { get } = createClient<{ get(params: object, options: object): Promise<unknown> }>(
    { get: { method: "GET", path: "/", ...rule } },
    { baseUrl: "http://localhost", fetch },
    [results, contents],
  );
  return get({}, options);
}

async function firstEvent(body: BodyInit, options: object = {}): Promise<unknown> {
  const events = await read({ events: "text" }, "text/event-stream", body, options);
  for await (const event of events as AsyncIterable<unknown>) {
    return event;
  }
  return undefined;
}

describe("a body", () => {
  it("has at most 64 MiB, unless the options say otherwise", async () => {
    const tooLong = "a body of more than 67108864 bytes (maxResponseBytes)";
    await expect(read({}, "application/json", bodyOf(64, 1))).rejects.toThrow(tooLong);
    await expect(read({ content: "binary" }, "a/b", bodyOf(64, 1))).rejects.toThrow(tooLong);
    const blob = (await read({ content: "binary" }, "a/b", bodyOf(64))) as Blob;
    expect(blob.size).toBe(64 * 1024 * 1024);
  });

  it("may be as long as the limit", async () => {
    const short = { maxResponseBytes: 4 };
    expect(await read({ content: "text" }, "a/b", "abcd", short)).toBe("abcd");
    await expect(read({ content: "text" }, "a/b", "abcde", short)).rejects.toThrow("4 bytes");
    expect(await read({ content: "binary" }, "a/b", "abcd", short)).toMatchObject({ size: 4 });
    await expect(read({ content: "binary" }, "a/b", "abcde", short)).rejects.toThrow("4 bytes");
  });
});

describe("a line of a stream", () => {
  it("has at most 64 MiB, unless the options say otherwise", async () => {
    await expect(firstEvent(bodyOf(64, 1))).rejects.toThrow(
      "a line of more than 67108864 bytes (maxResponseBytes)",
    );
    const short = { maxResponseBytes: 6 };
    expect(await firstEvent("data:a\n\ndata:b\n\n", short)).toMatchObject({ data: "a" });
    expect(await firstEvent("data:b", short)).toBeUndefined();
    await expect(firstEvent("data:ab", short)).rejects.toThrow("a line of more than 6 bytes");
  });

  it("counts towards the length of its event, comments too", async () => {
    const short = { maxResponseBytes: 20 };
    const tooLong = "an event of more than 20 bytes (maxResponseBytes)";
    await expect(firstEvent("data: 1234\n".repeat(3), short)).rejects.toThrow(tooLong);
    await expect(firstEvent(": waiting\n".repeat(3), short)).rejects.toThrow(tooLong);
    const events = `${": waiting\n\n".repeat(3)}data: 1\n\n`;
    expect(await firstEvent(events, short)).toEqual({ event: "message", data: "1" });
  });

  it("may end in CR, also the last one", async () => {
    expect(await firstEvent("data:a\r\r")).toEqual({ event: "message", data: "a" });
    expect(await firstEvent("data:a\r\n\r\n")).toEqual({ event: "message", data: "a" });
    expect(await firstEvent("data:a\n\r")).toEqual({ event: "message", data: "a" });
    expect(await firstEvent("data:a\n")).toBeUndefined();
  });
});

it("bytes that are empty are none where there may be none", async () => {
  const type = "image/png";
  expect(await read({ content: "binary", noContent: true }, type, "")).toBeUndefined();
  expect(await read({ content: "binary", noContent: true }, type, "a")).toBeInstanceOf(Blob);
  expect(await read({ content: "binary" }, type, "")).toBeInstanceOf(Blob);
  expect(await read({ content: "text", noContent: true }, type, "")).toBeUndefined();
  expect(await read({ content: "text", noContent: true }, type, "a")).toBe("a");
  expect(await read({ content: "text" }, type, "")).toBe("");
});

it("only a documented stream is read as one", async () => {
  const text = "data: a\n\n";
  expect(await read({ content: "text" }, "text/event-stream", text)).toBe(text);
  expect(await read({ content: "text", events: "text" }, "text/plain", text)).toBe(text);
});
