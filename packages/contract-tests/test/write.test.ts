import { expect, test } from "vitest";
import { requestFor } from "../src/cases/values.ts";
import { casesOfOne, oneOperation } from "./one-operation.ts";

/** The request of an operation, `POST /a b/{ids}/of/{ids}`, with some values. */
function requestOf(
  { parameters: own = [], ...rest }: { parameters?: readonly object[]; requestBody?: object },
  parameters: object,
  body?: unknown,
) {
  const ids = {
    name: "ids",
    in: "path",
    required: true,
    schema: { type: "array", items: { type: "integer" } },
  };
  const described = { parameters: [ids, ...own], ...rest };
  const only = oneOperation("post", "/a b/{ids}/of/{ids}#part", described);
  const values = { name: "", exists: true, parameters: { ids: [1, 2], ...parameters }, body };
  return requestFor(only, values);
}

const list = { type: "array", items: { type: "string" } };

test("parameters are written in their styles", () => {
  const parameters = [
    { name: "ids", in: "query", schema: { type: "string" } },
    { name: "tags", in: "query", schema: list },
    { name: "pipes", in: "query", style: "pipeDelimited", explode: false, schema: list },
    { name: "deep", in: "query", style: "deepObject", schema: { type: "object" } },
    {
      name: "filter",
      in: "query",
      content: { "application/json": { schema: { type: "object" } } },
    },
    { name: "X-List", in: "header", schema: list },
    { name: "one", in: "cookie", schema: { type: "string" } },
    { name: "two", in: "cookie", schema: { type: "string" } },
  ];
  const { target, headers } = requestOf(
    { parameters },
    {
      ...{ "ids (query)": "x y+/z", tags: ["a", "b"], pipes: ["a", "b"], deep: { a: 1 } },
      ...{ filter: { a: [1] }, "X-List": ["a", "b"], one: "1", two: "2; 2" },
    },
  );
  expect(target).toBe(
    "/a%20b/1,2/of/1,2?ids=x%20y%2B%2Fz&tags=a&tags=b&pipes=a%7Cb&deep%5Ba%5D=1&filter=%7B%22a%22%3A%5B1%5D%7D",
  );
  expect(headers).toEqual({ "x-list": "a,b", cookie: "one=1; two=2%3B%202" });
});

const bodyOf = (type: string, schema: object, encoding: object = {}) => ({
  requestBody: { content: { [type]: { schema, encoding } } },
});

test("bodies are written in their formats", async () => {
  const binary = { type: "string", format: "binary" };
  const schema = {
    type: "object",
    properties: { file: binary, files: { type: "array", items: binary }, tags: list, note: {} },
  };
  const value = { file: "bytes", tags: ["a", "b"], note: "c" };
  const form = requestOf(bodyOf("application/x-www-form-urlencoded", schema), {}, value);
  expect(form.body).toBe("file=bytes&tags=a&tags=b&note=c");
  const parts = { ...value, files: ["one", "other"] };
  const { headers, body } = requestOf(bodyOf("multipart/form-data", schema), {}, parts);
  const sent = [...(await new Response(body, { headers }).formData())].map(async ([name, part]) =>
    typeof part === "string" ? `${name}=${part}` : `file ${name}=${await part.text()}`,
  );
  const parted = "file file=bytes,tags=a,tags=b,note=c,file files=one,file files=other";
  expect(String(await Promise.all(sent))).toBe(parted);
  const raw = requestOf(bodyOf("application/zip", binary), {}, "zipped");
  expect(await (raw.body as Blob).text()).toBe("zipped");
  const text = requestOf(bodyOf("text/plain", { type: "string" }), {}, "a text");
  expect([text.body, text.headers["content-type"]]).toEqual(["a text", "text/plain"]);
  const any = requestOf(bodyOf("*/*", { type: "object" }), {}, { a: 1 });
  expect([any.body, any.headers["content-type"]]).toEqual(['{"a":1}', "application/json"]);
});

test("a header has no line break at its end, and none in it", () => {
  const parameters = [{ name: "Digest", in: "header", schema: { type: "string" } }];
  expect(requestOf({ parameters }, { Digest: " SHA=a\n" }).headers.digest).toBe("SHA=a");
  for (const Digest of ["a\nb", "日", "\u0001"]) {
    const fault = /header parameter Digest: no header can have ".+"; use printable ASCII/;
    expect(() => requestOf({ parameters }, { Digest })).toThrow(fault);
  }
});

test("made values that have no form are not tried", () => {
  const header = { type: "string", pattern: "^[0-9]{3}$", example: "123" };
  const ids = { type: "array", items: { type: "string", pattern: "^[a-z]+$" }, minItems: 1 };
  const cases = casesOfOne("get", "/a/l{ids}", {
    parameters: [
      { name: "X-Code", in: "header", schema: header },
      { name: "ids", in: "path", required: true, style: "label", schema: ids },
    ],
  });
  const tried = cases.filter(({ kind }) => kind === "negative").map(({ name }) => name);
  expect(tried).toContainEqual(expect.stringContaining("X-Code: pattern"));
  expect(tried).toContain("ids: pattern (digits of another script)");
  expect(tried).not.toContain("X-Code: pattern (digits of another script)");
  // A space around a header is not part of it, so that nothing is wrong with the value.
  expect(tried).not.toContain("X-Code: pattern (a space after it)");
});
