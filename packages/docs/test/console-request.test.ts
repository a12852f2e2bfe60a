import { expect, test } from "vitest";
import type { Call } from "../src/client/call.ts";
import { requestOf } from "../src/client/console-request.ts";

const call: Call = {
  method: "GET",
  path: "/parcels/{code}",
  auth: "required",
  credentials: [],
  parameters: [{ name: "code", in: "path" }],
};

/** The request of a form with these values. */
function request(changes: Partial<Call>, values: Readonly<Record<string, string>>, token = "t") {
  const data = new FormData();
  for (const [name, value] of Object.entries({ code: "a b", ...values })) {
    data.append(name, value);
  }
  return requestOf({ ...call, ...changes }, data, token);
}

test.each([
  [{ kind: "bearer" }, "t", { authorization: "Bearer t" }],
  [{ kind: "basic" }, "me:secret", { authorization: `Basic ${btoa("me:secret")}` }],
  [{ kind: "key", in: "header", name: "X-Key" }, "t", { "X-Key": "t" }],
] as const)("the token is sent as %o", (credential, token, headers) => {
  const credentials = [credential];
  expect(request({ credentials }, { "send token": "on" }, token).init.headers).toEqual(headers);
  expect(request({ credentials }, {}, token).init.headers).toEqual({});
});

test("a key of the query, and each value of a list, is a parameter", () => {
  const parameters = [
    ...call.parameters,
    { name: "size", in: "query", isRepeated: true },
    { name: "note", in: "query" },
    { name: "x-trace", in: "header" },
  ];
  const credentials = [{ kind: "key", in: "query", name: "key" }] as const;
  const values = { size: "s,m", note: "a,b", "x-trace": "7", "send token": "on" };
  const { target, init } = request({ credentials, parameters }, values);
  expect(target).toBe("/parcels/a%20b?size=s&size=m&note=a%2Cb&key=t");
  expect(init.headers).toEqual({ "x-trace": "7" });
});

test("a form is sent in the format of its operation", () => {
  const body = '{"label":"@top","size":2}';
  const encoded = request(
    { body: { type: "application/x-www-form-urlencoded", format: "urlencoded" } },
    { body },
  );
  expect(String(encoded.init.body)).toBe("label=%40top&size=2");
  const form = request({ body: { type: "multipart/form-data", format: "multipart" } }, { body });
  expect(form.init.body).toBeInstanceOf(FormData);
  expect([...(form.init.body as FormData)]).toEqual([
    ["label", "@top"],
    ["size", "2"],
  ]);
  expect(form.init.headers).toEqual({});
});
