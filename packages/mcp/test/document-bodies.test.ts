import { readApi } from "@chainkit/openapi/api";
import { expect, it } from "vitest";
import { shareAgent, textOf } from "./support.ts";

const content = (type: string, schema: object) => ({ content: { [type]: { schema } } });
const text = { type: "string" };
const form = content("multipart/form-data", {
  type: "object",
  properties: { photo: { type: "string", format: "binary" } },
});
const file = { description: "A file.", ...content("*/*", { type: "string", format: "binary" }) };
const stream = content("text/event-stream", { type: "object" });
const done = { 204: { description: "Done." } };
const document = {
  openapi: "3.1.0",
  info: { title: "Photos", version: "1" },
  paths: {
    "/notes": {
      put: { requestBody: content("text/plain", text), responses: done },
      get: { responses: { 200: { description: "Notes.", ...content("text/plain", text) } } },
    },
    "/facts": {
      get: {
        responses: {
          200: { description: "Facts.", ...content("application/json", { type: "object" }) },
        },
      },
    },
    "/file": { get: { responses: { 200: file } } },
    "/photos": { post: { requestBody: { required: true, ...form }, responses: done } },
    "/news": { get: { responses: { 200: { description: "News.", ...stream } } } },
  },
};

const api = readApi("photos", document, true);
const agent = shareAgent({ api, allowWrites: true, maxResultLength: 100 });

it("sends text as it is", async () => {
  let sent: Promise<string> | undefined;
  agent.deployment.respond = (request, response) => {
    sent = request.toArray().then((chunks) => Buffer.concat(chunks).toString());
    sent.then(() => response.writeHead(204).end());
  };
  const result = await agent.client.callTool({ name: "putNotes", arguments: { body: "a note" } });
  expect(textOf(result)).toBe("putNotes: done.");
  expect(await sent).toBe("a note");
});

it.each([
  ["a text", "getNotes", "text/plain", (length: number) => "n".repeat(length)],
  [
    "JSON",
    "getFacts",
    "application/json",
    (length: number) => JSON.stringify({ of: "f".repeat(length - '{"of":""}'.length) }),
  ],
])("returns %s, no longer than a result may be", async (_, name, type, bodyOf) => {
  const read = async (length: number) => {
    agent.deployment.respond = (_, response) =>
      response.writeHead(200, { "content-type": type }).end(bodyOf(length));
    return agent.client.callTool({ name, arguments: {} });
  };
  const whole = await read(100);
  expect(whole.isError).not.toBe(true);
  expect(textOf(whole).endsWith(`\n${bodyOf(100)}`)).toBe(true);
  const long = await read(101);
  expect(long.isError).toBe(true);
  expect(textOf(long)).toBe(
    `${name}: the result has 101 characters, more than the limit of 100. ` +
      "Ask the user to restart this MCP server with a larger --max-result.",
  );
});

it("returns the events of a stream, as many as fit exactly", async () => {
  const event = (text: string) => JSON.stringify({ event: "message", data: { text } });
  const text = "e".repeat(50 - event("").length);
  agent.deployment.respond = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ text })}\n\n`.repeat(3));
  };
  const news = textOf(await agent.client.callTool({ name: "getNews", arguments: {} }));
  expect(news.split("\n").filter((line) => line === event(text))).toHaveLength(2);
  expect(news).toMatch(/The stream has more events than the limit of 100 characters allows\.$/);
});

it.each([
  ["audio/mpeg", { type: "audio", mimeType: "audio/mpeg" }],
  ["application/zip", undefined],
  ["", undefined],
])("returns a file of the type %j, no longer than ten results", async (type, own) => {
  const read = async (size: number) => {
    agent.deployment.respond = (_, response) =>
      response.writeHead(200, type ? { "content-type": type } : {}).end(Buffer.alloc(size));
    return agent.client.callTool({ name: "getFile", arguments: {} });
  };
  const data = Buffer.alloc(750).toString("base64");
  const mimeType = type || "application/octet-stream";
  const resource = { uri: "result://getFile", mimeType, blob: data };
  const { content } = await read(750);
  expect(content).toEqual([own ? { ...own, data } : { type: "resource", resource }]);
  const long = await read(751);
  const text = "getFile: the file has 751 bytes, too many for a result.";
  expect([long.isError, textOf(long)]).toEqual([true, text]);
});

it("says why an operation that takes a file is no tool", async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("postPhotos");
  const refused = await agent.client.callTool({ name: "postPhotos", arguments: {} });
  expect(textOf(refused)).toContain(
    "postPhotos: a tool cannot send a file, here photo; call it with the command line or a client",
  );
});
