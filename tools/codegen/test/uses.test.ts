import { documentWith, json, jsonBody, ok, oneOperation, typeTests } from "./support.ts";

const typeTest = typeTests();
const text = { type: "string" };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

typeTest("files are blobs or bytes in forms, and text in JSON", () => {
  const file = { type: "string", format: "binary" };
  const inner = { allOf: [{ type: "object", properties: { file } }] };
  const lists = { tags: { type: "array", items: text }, pages: { type: "array", items: file } };
  const properties = { file, inner, ...lists };
  const schemas = { Picture: { type: "object", required: ["file"], properties } };
  const form = { "multipart/form-data": { schema: to("Picture") } };
  const post = { operationId: "getThing", ...ok, requestBody: { content: form } };
  const inJson = { operationId: "postJson", ...ok, requestBody: jsonBody(to("Picture")) };
  const paths = { "/thing": { post }, "/json": { post: inJson } };
  const use = `import type { GetThingParams, PostJsonParams } from "./operations.ts";
    export const blob: GetThingParams = { body: { file: new Blob([]), tags: ["a"] } };
    export const bytes: GetThingParams = { body: { file: new Uint8Array(), pages: [new Blob([])] } };
    export const within: GetThingParams["body"] = { file: new Blob([]), inner: { file: new Blob([]) } };
    export const inJson: PostJsonParams = { file: "text" };
    // @ts-expect-error no bytes
    export const text: GetThingParams = { body: { file: "text" } };
    // @ts-expect-error no text
    export const json: PostJsonParams = { file: new Blob([]) };`;
  return { document: documentWith(paths, { components: { schemas } }), use };
});

typeTest("objects, cookies and JSON in parameters have the types of the document", () => {
  const parameters = [
    { name: "at", in: "query", schema: point },
    { name: "filter", in: "query", required: true, ...json({ oneOf: [point, { type: "null" }] }) },
    { name: "theme", in: "cookie", schema: { enum: ["dark", "light"] } },
  ];
  const use = `import type { GetThingParams } from "./operations.ts";
    export const all: GetThingParams = { at: { x: 1 }, filter: { y: 2 }, theme: "dark" };
    // @ts-expect-error no number
    export const at: GetThingParams = { at: { x: "1" }, filter: null };
    // @ts-expect-error no point
    export const filter: GetThingParams = { filter: "x" };`;
  return { document: oneOperation({ parameters }), use };
});

typeTest("streams have the type of their data, beside that of the JSON", () => {
  const content = { "text/event-stream": { schema: point }, ...json(text).content };
  const use = `export async function read(response: GetThingResponse): Promise<number | undefined> {
      if (typeof response === "string") {
        return undefined;
      }
      for await (const { data, event } of response) {
        // @ts-expect-error may be a text such as [DONE]
        data.x;
        if (event === "message" && typeof data !== "string") {
          return data.x;
        }
      }
    }`;
  return { document: oneOperation({ responses: { 200: { description: "", content } } }), use };
});

typeTest("a credential is required that no operation can do without", () => {
  const securitySchemes = {
    api_key: { type: "apiKey", in: "header", name: "X-Key" },
    login: { type: "http", scheme: "Basic" },
  };
  const both = { login: [], api_key: [] };
  const secured = (operationId: string, ...security: object[]) => ({
    get: { operationId, ...ok, security },
  });
  const paths = { "/0": secured("get0", both), "/1": secured("get1", both, { login: [] }) };
  const use = `import type { TestAreaClientOptions } from "./operations.ts";
    const baseUrl = "https://api.example";
    const login = { username: "me", password: "secret" };
    export const all: TestAreaClientOptions = { baseUrl, login, apiKey: () => "k" };
    export const later: TestAreaClientOptions = { baseUrl, login: async () => login };
    // @ts-expect-error no login
    export const none: TestAreaClientOptions = { baseUrl, apiKey: "k" };
    // @ts-expect-error a login is no text
    export const text: TestAreaClientOptions = { baseUrl, login: "me:secret" };`;
  return { document: documentWith(paths, { components: { securitySchemes } }), use };
});

typeTest("the option of the servers names each", () => {
  const servers = [{ url: "https://other.example" }];
  const use = `import type { TestAreaClientOptions } from "./operations.ts";
    const baseUrl = "https://api.example";
    const of = (servers: TestAreaClientOptions["servers"]) => servers;
    export const right = of({ "https://other.example": baseUrl });
    // @ts-expect-error unknown server
    export const wrong = of({ "https://api.example/v1": baseUrl });`;
  return { document: oneOperation({ servers }), use };
});

typeTest("an operation keeps the names of its types, though the runtime has them as well", () => {
  const use = `import type { DecodeError, HttpError, HttpResponse } from "./operations.ts";
    export const kinds: HttpError["kind"][] = ["network", "http"];
    export const kind: DecodeError["kind"] = "decode";
    export const { id }: HttpResponse = { id: "a" };`;
  return { document: oneOperation({ operationId: "http" }), use };
});

typeTest("object schemas are types by their own name, where it is free", () => {
  const properties = { hash: to("Hash"), parent: to("Block") };
  const schemas = {
    Hash: { type: "string", "x-typescript-type": "Uppercase<string>" },
    Block: { type: "object", required: ["hash"], properties },
  };
  const responses = { 200: { description: "", ...json(to("Block")) } };
  const use = `import type { Block, TestAreaOperations } from "./operations.ts";
    declare const client: TestAreaOperations;
    export const block: Promise<Block> = client.getThing();
    export const hash: Promise<Uppercase<string> | undefined> = block.then(({ parent }) => parent?.hash);`;
  return { document: oneOperation({ responses }, { components: { schemas } }), use };
});
