import { describe, expect, it } from "vitest";
import {
  bodies,
  createClient,
  type ParameterRule,
  type ParameterStyle,
  queries,
  styles,
  types,
} from "../src/index.ts";

interface Sent {
  readonly target: string;
  readonly headers: Headers;
}

/** Sends `p` by a rule, beside a plain parameter `q` of the query. */
async function send(rule: ParameterRule, p: unknown): Promise<Sent> {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, { headers }: RequestInit) => {
    sent.push({
      target: String(url).slice("http://localhost".length),
      headers: new Headers(headers),
    });
    return Response.json({});
  };
  const path = rule.in === "path" ? "/{p}" : "/";
  const table = {
    call: { method: "GET", path, parameters: { p: rule, q: { in: "query" } } },
  } as const;
  const client = createClient<{ call(params: object): Promise<unknown> }>(
    table,
    { baseUrl: "http://localhost", fetch },
    [queries, bodies, types, styles],
  );
  await client.call({ p });
  const [first] = sent;
  return first ?? expect.fail("nothing was sent");
}

const EVERY_TYPE = ["string", "number", "boolean", "array", "object"] as const;
const array = ["a b", "c,d", 5, true];
const object = { r: 100, "g h": "x&y", none: undefined };

type Row = [style: ParameterStyle, explode: boolean | undefined, value: unknown, text: string];
const ofStyle = ([style, explode]: Row) => ({
  style,
  ...(explode === undefined ? {} : { explode }),
});

describe("in a query", () => {
  it.each<Row>([
    ["form", undefined, array, "?p=a%20b&p=c%2Cd&p=5&p=true"],
    ["form", false, array, "?p=a%20b,c%2Cd,5,true"],
    ["form", false, "a,b", "?p=a%2Cb"],
    ["form", false, [], ""],
    ["form", undefined, object, "?r=100&g%20h=x%26y"],
    ["form", false, object, "?p=r,100,g%20h,x%26y"],
    ["spaceDelimited", undefined, ["a", "b%"], "?p=a%20b%25"],
    ["spaceDelimited", true, array, "?p=a%20b&p=c%2Cd&p=5&p=true"],
    ["pipeDelimited", undefined, ["a", "b c"], "?p=a%7Cb%20c"],
    ["pipeDelimited", undefined, { r: 1, g: 2 }, "?p=r%7C1%7Cg%7C2"],
    ["deepObject", undefined, { a: 1, b: ["x", "y"] }, "?p%5Ba%5D=1&p%5Bb%5D=x&p%5Bb%5D=y"],
    [
      "json",
      undefined,
      { a: [1, { b: null }] },
      "?p=%7B%22a%22%3A%5B1%2C%7B%22b%22%3Anull%7D%5D%7D",
    ],
    ["json", undefined, "5", "?p=%225%22"],
  ])("%s with explode %s writes %j as %s", async (...row) => {
    const { target } = await send({ in: "query", type: EVERY_TYPE, ...ofStyle(row) }, row[2]);
    expect(target).toBe(`/${row[3]}`);
  });
});

describe("in a path", () => {
  it.each<Row>([
    ["simple", undefined, { r: 1, g: "a=b" }, "r,1,g,a%3Db"],
    ["simple", true, { r: 1, g: "a=b" }, "r=1,g=a%3Db"],
    ["label", undefined, "a.b", ".a.b"],
    ["label", undefined, array, ".a%20b,c%2Cd,5,true"],
    ["label", true, ["a", "b"], ".a.b"],
    ["label", true, { r: 1, g: 2 }, ".r=1.g=2"],
    ["matrix", undefined, "a/b", ";p=a%2Fb"],
    ["matrix", undefined, array, ";p=a%20b,c%2Cd,5,true"],
    ["matrix", true, ["a", "b"], ";p=a;p=b"],
    ["matrix", undefined, { r: 1, g: 2 }, ";p=r,1,g,2"],
    ["matrix", true, { r: 1, g: 2 }, ";r=1;g=2"],
  ])("%s with explode %s writes %j as %s", async (...row) => {
    const rule = { in: "path", required: true, type: EVERY_TYPE, ...ofStyle(row) } as const;
    expect((await send(rule, row[2])).target).toBe(`/${row[3]}`);
  });
});

describe("in a header", () => {
  it("writes objects with commas, and JSON as it is", async () => {
    const rule = { in: "header", type: EVERY_TYPE, style: "simple" } as const;
    expect((await send(rule, { r: 1, g: 2 })).headers.get("p")).toBe("r,1,g,2");
    expect((await send({ ...rule, explode: true }, { r: 1, g: 2 })).headers.get("p")).toBe(
      "r=1,g=2",
    );
    expect((await send({ ...rule, style: "json" }, [1])).headers.get("p")).toBe("[1]");
  });

  it("writes cookies", async () => {
    const rule = { in: "cookie", type: EVERY_TYPE, style: "form" } as const;
    expect((await send(rule, "a; b")).headers.get("cookie")).toBe("p=a%3B%20b");
    expect((await send({ ...rule, explode: false }, ["a", 5])).headers.get("cookie")).toBe("p=a,5");
    const parameters = { a: rule, b: rule, c: rule };
    const cookies: (string | null)[] = [];
    const fetch = async (_: unknown, { headers }: RequestInit) => {
      cookies.push(new Headers(headers).get("cookie"));
      return Response.json({});
    };
    const { call } = createClient<{ call(params: object): Promise<unknown> }>(
      { call: { method: "GET", path: "/", parameters } },
      { baseUrl: "http://localhost", fetch },
      [queries, types, styles],
    );
    await call({ a: "x", c: "y" });
    expect(cookies).toEqual(["a=x; c=y"]);
  });
});

it("refuses members that two objects have", async () => {
  const rule = { in: "query", type: "object", style: "form" } as const;
  const table = { call: { method: "GET", path: "/", parameters: { a: rule, b: rule } } } as const;
  const options = { baseUrl: "http://localhost", fetch: async () => Response.json({}) };
  const parts = [queries, types, styles];
  const client = createClient<{ call(params: object): Promise<unknown> }>(table, options, parts);
  await expect(client.call({ a: { x: 1 }, b: { x: 2 } })).rejects.toThrow(
    "call: b must have no member x, which is a parameter",
  );
});
