import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { fetch as otherFetch } from "undici";
import { afterAll, describe, expect, it } from "vitest";
import { listenAt } from "../../command/src/serve.ts";
import { createClient, type Fetch, forms, type Operation, types } from "../src/index.ts";

type Encoding = NonNullable<Operation["encoding"]>;

interface Received {
  readonly type: string | undefined;
  readonly bytes: Buffer<ArrayBuffer>;
}

const received: Received[] = [];
const server = createServer(async (request, response) => {
  const bytes = Buffer.from(await buffer(request));
  received.push({ type: request.headers["content-type"], bytes });
  response.end("{}");
});
const { url: baseUrl, close } = await listenAt(server);
afterAll(close);

/** Sends a whole body by a rule. */
async function send(
  rule: Partial<Operation>,
  body: unknown,
  options: object = {},
): Promise<Received> {
  const type = ["string", "object", "binary"] as const;
  const parameters = { body: { in: "body", type } } as const;
  const table = {
    post: { method: "POST", path: "/", body: "whole", parameters, ...rule },
  } as const;
  const client = createClient<{ post(params: object): Promise<unknown> }>(
    table,
    { baseUrl, ...options },
    [types, forms],
  );
  await client.post({ body });
  return received.pop() ?? expect.fail("nothing was sent");
}

async function sendForm(body: unknown, encoding: Encoding = {}, options: object = {}) {
  const { type, bytes } = await send({ bodyFormat: "multipart", encoding }, body, options);
  const form = await new Response(bytes, { headers: { "content-type": type ?? "" } }).formData();
  return { fields: [...form], text: bytes.toString() };
}

describe("urlencoded", () => {
  it.each<[body: object, encoding: Encoding, text: string]>([
    [{ a: "x y&z", b: 5, none: undefined, nil: null }, {}, "a=x%20y%26z&b=5"],
    [{ list: ["a", "b,c"], empty: [] }, {}, "list=a&list=b%2Cc"],
    [{ o: { x: [1] } }, {}, "o=%7B%22x%22%3A%5B1%5D%7D"],
    [{ list: [{ x: 1 }, 2] }, {}, "list=%7B%22x%22%3A1%7D&list=2"],
    [{ text: "a b" }, { text: { contentType: "application/json" } }, "text=%22a%20b%22"],
    [{ list: [1, 2] }, { list: { contentType: "application/json" } }, "list=%5B1%2C2%5D"],
    [{ list: ["a", "b,c"] }, { list: { style: "form", explode: false } }, "list=a,b%2Cc"],
    [{ o: { x: 1, y: "z" } }, { o: { style: "deepObject" } }, "o%5Bx%5D=1&o%5By%5D=z"],
    [
      { o: [{ x: "a", y: { z: [1, 2] } }, { x: "b" }] },
      { o: { style: "deepObject" } },
      "o%5B0%5D%5Bx%5D=a&o%5B0%5D%5By%5D%5Bz%5D=1&o%5B0%5D%5By%5D%5Bz%5D=2&o%5B1%5D%5Bx%5D=b",
    ],
  ])("writes %j by %j as %s", async (body, encoding, text) => {
    const { type, bytes } = await send({ bodyFormat: "urlencoded", encoding }, body);
    expect(type).toBe("application/x-www-form-urlencoded");
    expect(bytes.toString()).toBe(text);
  });
});

describe("multipart", () => {
  const file = new File(["\0\r\n\n"], 'a "b".png', { type: "image/png" });

  it("sends files with name and type, and bytes as they are", async () => {
    const { fields } = await sendForm({ file, more: [new Blob(["1"]), new Uint8Array([50])] });
    const shown = fields.map(async ([name, value]) => {
      const { name: own, type } = value as File;
      return [name, own, type, await (value as File).text()];
    });
    expect(await Promise.all(shown)).toEqual([
      ["file", 'a "b".png', "image/png", "\0\r\n\n"],
      ["more", "blob", "application/octet-stream", "1"],
      ["more", "blob", "application/octet-stream", "2"],
    ]);
  });

  it("sends text as it is, and objects as JSON with their type", async () => {
    const { fields, text } = await sendForm({ 'na"me\n': "a\nb", o: { x: 1 }, list: [true, "c"] });
    expect(fields).toEqual([
      ['na"me\n', "a\nb"],
      ["o", '{"x":1}'],
      ["list", "true"],
      ["list", "c"],
    ]);
    expect(text).toContain('name="o"\r\nContent-Type: application/json\r\n\r\n{');
  });

  it("sends the types and styles of an encoding", async () => {
    const encoding: Encoding = {
      note: { contentType: "text/markdown" },
      list: { style: "pipeDelimited" },
      o: { style: "deepObject" },
    };
    const { fields, text } = await sendForm(
      { note: "#", list: ["a b", "c"], o: { x: 1 } },
      encoding,
    );
    expect(fields).toEqual([
      ["note", "#"],
      ["list", "a b|c"],
      ["o[x]", "1"],
    ]);
    expect(text).toContain('name="note"\r\nContent-Type: text/markdown\r\n');
  });

  it("is sent by the fetch of another package, through middleware, and again", async () => {
    const options = { fetch: otherFetch as unknown as Fetch };
    const hook = { onRequest: () => undefined };
    expect((await sendForm({ file, a: "1" }, {}, options)).fields).toHaveLength(2);
    const { text } = await sendForm({ file, a: "1" }, {}, { middleware: [hook] });
    expect(text).toContain("\r\n\r\n\0\r\n\n\r\n--");
  });
});

describe("raw", () => {
  it("sends text and bytes under the documented type", async () => {
    const text = await send({ bodyFormat: "raw", contentType: "text/csv" }, "a,é\n");
    expect([text.type, text.bytes.toString()]).toEqual(["text/csv", "a,é\n"]);
    const bytes = await send({ bodyFormat: "raw", contentType: "a/b" }, new Uint8Array([0, 255]));
    expect([bytes.type, [...bytes.bytes]]).toEqual(["a/b", [0, 255]]);
  });

  it("leaves the type to a blob where the documented one is a range", async () => {
    const { type } = await send({ bodyFormat: "raw" }, new Blob(["x"], { type: "image/png" }));
    expect(type).toBe("image/png");
  });
});
