import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { library, libraryFile } from "./support.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ specs: [libraryFile] });
});
afterAll(() => mock.close());

interface Answer {
  books?: { id: number; title: string }[];
  next?: string | null;
  id?: number;
  title?: string;
  detail?: string;
}

async function get(target: string, headers: Record<string, string> = {}) {
  const response = await fetch(mock.url + target, { headers });
  const json = (await response.json()) as Answer;
  return { status: response.status, headers: response.headers, json };
}

describe("paging", () => {
  test("a cursor that no page carries is the documented 400", async () => {
    const { status, json, headers } = await get("/books?cursor=nonsense");
    expect(status).toBe(400);
    expect(json.title).toBe("Bad cursor");
    expect(JSON.parse(headers.get("sl-violations") ?? "")[0]).toMatchObject({
      location: ["request", "query", "cursor"],
    });
  });

  test("a known cursor does not excuse an invalid request", async () => {
    expect((await get("/books?cursor=c2&limit=0")).status).toBe(400);
  });

  test("Prefer takes precedence", async () => {
    expect((await get("/books?cursor=c2", { prefer: "example=last" })).json.next).toBeNull();
    expect((await get("/books?cursor=c2", { prefer: "code=200" })).json.next).toBe("c2");
    expect((await get("/books?cursor=nonsense", { prefer: "code=429" })).status).toBe(429);
  });

  test("concurrent calls do not interfere", async () => {
    const wanted = ["c2", "c3", "nonsense", ""];
    const expected = [2, 3, undefined, 1];
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        get(`/books?cursor=${wanted[n % 4]}`, { accept: n % 3 ? "application/json" : "text/html" }),
      ),
    );
    expect(answers.map(({ json }) => json.books?.[0]?.id)).toEqual(
      answers.map((_, n) => expected[n % 4]),
    );
  });
});

test("a request with the values of a parameter's example gets the answer of that name", async () => {
  expect((await get("/books/3")).json.id).toBe(3);
  expect((await get("/books/%31")).json.id).toBe(1);
  expect((await get("/books/2")).json.id).toBe(1);
});

test("an example that breaks its own schema comes where it is asked for, and sl-violations reports it", async () => {
  const broken = await startMock({
    specs: [
      library((document) => {
        document.components.schemas.Book = { type: "object", required: ["isbn"] };
      }),
    ],
  });
  onTestFinished(() => broken.close());
  const url = `${broken.url}/books/1`;
  const asked = await fetch(url, { headers: { prefer: "example=emma" } });
  expect(asked.status).toBe(200);
  expect(JSON.parse(asked.headers.get("sl-violations") ?? "")[0].location[0]).toBe("response");
  expect(Object.keys((await (await fetch(url)).json()) as object)).toEqual(["isbn"]);
});

test("a forced error comes also to clients that accept nothing but JSON", async () => {
  for (const accept of ["application/json", "text/html", "garbage", "a/b, , c/d;q=x"]) {
    const response = await get("/books/1", { prefer: "code=404", accept });
    expect([accept, response.status]).toEqual([accept, 404]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }
});
