import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { library, libraryFile, send } from "./support.ts";

const JSON_TYPE = { "content-type": "application/json" };
const TOKEN = { authorization: "Bearer t" };
const INVALID = { title: "Invalid request", status: 400 };

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ specs: [libraryFile] });
});
afterAll(() => mock.close());

async function call(target: string, options: Parameters<typeof send>[2] = {}) {
  const response = await send(mock.url, target, options);
  const { headers, body } = response;
  const isJson = body !== "" && /json/.test(String(headers["content-type"]));
  return { ...response, json: isJson && JSON.parse(body) };
}

function post(body: string, headers: Record<string, string> = {}, chunked = false) {
  const all = { ...JSON_TYPE, ...TOKEN, ...headers };
  return call("/books", { method: "POST", body, headers: all, chunked });
}

describe("invalid requests get the documented 400", () => {
  test.each([
    ["limit=0", "Bad limit"],
    ["limit=101", "Bad limit"],
    ["limit=null", "Bad limit"],
    ["limit=ten", "Bad limit"],
    ["cursor=c2&cursor=c3", "Bad cursor"],
  ])("query %s, by the example that blames the parameter", async (query, title) => {
    const response = await call(`/books?${query}`);
    expect(response.status).toBe(400);
    expect(response.json.title).toBe(title);
    expect(JSON.parse(String(response.headers["sl-violations"]))[0].location[0]).toBe("request");
  });

  test.each(["limit=", "limit=100", "unknown=1", "cursor="])("but not %s", async (query) => {
    const response = await call(`/books?${query}`);
    expect(response.status).toBe(200);
    expect(response.headers["sl-violations"]).toBeUndefined();
  });

  test.each([
    ["cut off", '{"title":'],
    ["not JSON", "title=Emma"],
    ["wrong type", '{"title":1}'],
    ["missing field", "{}"],
    ["unevaluatedProperties, which only 2020-12 knows", '{"title":"Emma","x":1}'],
    ["not an object", "null"],
  ])("body %s", async (_name, body) => {
    for (const chunked of [false, true]) {
      const response = await post(body, {}, chunked);
      expect(response.status).toBe(400);
      expect(response.json).toEqual(INVALID);
    }
  });

  test("no body", async () => {
    const { status, headers } = await post("");
    const violations = JSON.parse(String(headers["sl-violations"]));
    expect([status, violations]).toMatchObject([400, [{ message: "Request body is required" }]]);
  });

  test("other content types, parseable or not, chunked or not", async () => {
    for (const type of ["text/plain", "garbage", "application/x-www-form-urlencoded"]) {
      for (const chunked of [false, true]) {
        const response = await post('{"title":"Emma"}', { "content-type": type }, chunked);
        expect([type, response.status]).toEqual([type, 400]);
        expect(String(response.headers["sl-violations"])).toContain('"Error","code":415');
      }
    }
  });

  test("or the documented 415, before all but credentials, or 422", async () => {
    const document = library(({ paths }) => {
      const { post = { parameters: [], responses: {} } } = paths["/books"] ?? {};
      Object.assign(post, { parameters: [{ name: "copies", in: "query", required: true }] });
      Object.assign(paths["/books"] ?? {}, { put: { ...post, operationId: "putBook" } });
      const { 400: error } = post.responses as Record<number, unknown>;
      Object.assign(post, { responses: { ...post.responses, 415: error, 422: error } });
    });
    const own = await startMock({ specs: [document] });
    const sent = async (method: string, type: string) => {
      const headers = { ...TOKEN, "content-type": type };
      const response = await send(own.url, "/books", { method, headers, body: "{}" });
      return { status: response.status, violations: response.headers["sl-violations"] };
    };
    expect((await sent("POST", "text/csv")).status).toBe(415);
    expect((await sent("POST", "application/json")).status).toBe(422);
    expect(await sent("PUT", "text/csv")).toEqual({
      status: 400,
      violations: expect.stringMatching(/copies.+"code":415/),
    });
    await own.close();
  });

  test("without a documented 400, still 400 and not 422", async () => {
    const response = await call("/books/emma");
    expect(response.status).toBe(400);
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(response.json).toMatchObject({ status: 400, title: "Bad Request" });
  });

  test("a huge body is a 413", async () => {
    const response = await post(JSON.stringify({ title: "x".repeat(10 * 1024 * 1024) }));
    expect(response.status).toBe(413);
  });

  test("a violation that a header cannot carry as it is does not break the answer", async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`жук\n${n}`, n]));
    const response = await post(JSON.stringify({ title: "Emma", ...many }));
    expect(response.status).toBe(400);
    const violations = JSON.parse(String(response.headers["sl-violations"]));
    expect(violations[0].message).toContain("жук\n0");
  });
});

describe("authentication", () => {
  const body = '{"title":"Emma"}';
  test("a missing token is the documented 401, before anything else", async () => {
    for (const text of [body, '{"title":', '{"title":1}']) {
      const response = await call("/books", { method: "POST", body: text, headers: JSON_TYPE });
      expect(response.status).toBe(401);
      expect(response.json).toEqual({ title: "No token", status: 401 });
      expect(response.headers["www-authenticate"]).toBe("Bearer");
    }
  });

  test("another scheme is a 401, also where authentication is optional", async () => {
    expect((await post(body, { authorization: "Basic eDp5" })).status).toBe(401);
    const basic = { headers: { authorization: "Basic eDp5" } };
    expect((await call("/books/latest", basic)).status).toBe(401);
    expect((await call("/books/latest")).status).toBe(200);
    expect((await call("/books/latest", { headers: TOKEN })).status).toBe(200);
  });
});

describe("paths and methods", () => {
  test.each(["//", "/", "/books/", "/nowhere", "//books", "*"])("%s is a 404", async (target) => {
    const response = await call(target);
    expect(response.status).toBe(404);
    expect(response.json).toMatchObject({ status: 404, type: "about:blank" });
  });

  test.each(["/books/%ff", "/books/%", "/books/%2F", "/books/a%0Ab"])(
    "%s is a 400",
    async (target) => {
      expect((await call(target)).status).toBe(400);
    },
  );

  test("a method the path does not have is a 405 that names those it has", async () => {
    const response = await call("/books", { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe("GET, POST, HEAD, OPTIONS");
  });

  test("HEAD is GET without the body", async () => {
    const get = await call("/books/7");
    const head = await call("/books/7", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.body).toBe("");
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect((await call("//", { method: "HEAD" })).status).toBe(404);
  });

  test("an absolute target, as proxies send it", async () => {
    expect((await call(`${mock.url}/books/7?x=1`)).status).toBe(200);
  });
});

describe("browsers", () => {
  test("preflights pass, with the headers they ask for", async () => {
    const response = await call("/books", {
      method: "OPTIONS",
      headers: {
        origin: "http://docs.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,content-type",
    });
  });

  test("scripts may read every header, also of errors", async () => {
    const response = await call("/books", { headers: { prefer: "code=429" } });
    expect(response.headers["retry-after"]).toBe("30");
    expect(response.headers["access-control-allow-origin"]).toBe("*");
    expect(response.headers["access-control-expose-headers"]).toContain("retry-after");
  });

  test("OPTIONS without a preflight names the methods", async () => {
    const response = await call("/books", { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.allow).toBe("GET, POST, HEAD, OPTIONS");
  });
});

describe("errors of the mock itself", () => {
  test("say what is invalid if no 400 is documented", async () => {
    const document = library(({ paths }) => {
      delete paths["/books"]?.get?.responses["400"];
      delete paths["/books"]?.post?.responses["400"];
    });
    const own = await startMock({ specs: [document] });
    const errorsOf = async (target: string, options: Parameters<typeof send>[2] = {}) => {
      const { status, body } = await send(own.url, target, options);
      expect(status).toBe(400);
      const { detail, errors } = JSON.parse(body);
      expect(detail).toBe(errors.map((each: { reason: string }) => each.reason).join("; "));
      return errors;
    };
    expect(await errorsOf("/books?limit=0")).toEqual([
      { parameter: "limit", reason: expect.stringContaining("must be >= 1") },
    ]);
    const headers = { ...JSON_TYPE, ...TOKEN };
    const add = (body: string) => errorsOf("/books", { method: "POST", headers, body });
    expect(await add('{"title":1,"x":1}')).toEqual([
      { parameter: "title", reason: expect.stringContaining("must be string") },
      { parameter: "x", reason: expect.any(String) },
    ]);
    expect(await add("")).toMatchObject([{ parameter: "body" }]);
    await own.close();
  });

  test("have the types of the catalogue, which the mock explains", async () => {
    const own = await startMock();
    const problem = async (path: string, init?: RequestInit) => {
      const response = await fetch(own.url + path, init);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      const body = (await response.json()) as { type: string; title: string; status: number };
      const page = await fetch(new URL(body.type, response.url));
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining(`<h1>${body.title}</h1>\n<p>Status ${response.status}, type`),
      ]);
      return body;
    };
    expect(await problem("/nowhere")).toMatchObject({
      type: "/problems/unknown-path",
      status: 404,
    });
    const block = "/v2/ethereum/blocks/latest";
    expect(await problem(block, { method: "PUT" })).toMatchObject({
      type: "/problems/method-not-allowed",
      status: 405,
    });
    expect(await problem(block, { headers: { prefer: "code=418" } })).toMatchObject({
      type: "/problems/invalid-parameter",
      status: 400,
      errors: [{ parameter: "Prefer", reason: expect.stringContaining("418") }],
    });
    expect(await problem("/problems/nothing")).toMatchObject({ status: 404 });
    await own.close();
  });
});
