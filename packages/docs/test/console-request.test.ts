import { expect, test } from "vitest";
import type { Call } from "../src/client/call.ts";
import { requestOf } from "../src/client/console-request.ts";

const call: Call = {
  method: "GET",
  path: "/parcels/{code}",
  auth: "required",
  credentials: [],
  parameters: [
    { name: "code", in: "path" },
    { name: "size", in: "query", isRepeated: true },
    { name: "note", in: "query" },
    { name: "x-trace", in: "header" },
  ],
};

/** The request of a form with these values. */
function request(changes: Partial<Call>, values: Readonly<Record<string, string>>, token = "t") {
  const data = new FormData();
  for (const [name, value] of Object.entries({ code: "a b", note: "", ...values })) {
    data.append(name, value);
  }
  return requestOf({ ...call, ...changes }, data, token);
}

const target = "/parcels/a%20b";

test.each([
  [{ kind: "bearer" }, "t", { authorization: "Bearer t" }],
  [{ kind: "basic" }, "me:secret", { authorization: `Basic ${btoa("me:secret")}` }],
  [{ kind: "key", in: "header", name: "X-Key" }, "t", { "X-Key": "t" }],
  [{ kind: "key", in: "cookie", name: "key" }, "t", {}],
] as const)("the token is sent as %o", (credential, token, headers) => {
  const credentials = [credential];
  const sent = request({ credentials }, { "send token": "on" }, token);
  expect(sent).toEqual({ target, init: { method: "GET", headers } });
  expect(request({ credentials }, {}, token).init).toEqual({ method: "GET", headers: {} });
});

test("a key of the query, and each value of a list, is a parameter", () => {
  const credentials = [{ kind: "key", in: "query", name: "key" }] as const;
  const values = { size: "s,m", note: "a,b", "x-trace": "7", "send token": "on" };
  expect(request({ credentials }, values)).toEqual({
    target: `${target}?size=s&size=m&note=a%2Cb&key=t`,
    init: { method: "GET", headers: { "x-trace": "7" } },
  });
});

test.each([
  ["application/json", "json", '{"label":"@top","size":2}'],
  ["application/x-www-form-urlencoded", "urlencoded", "label=%40top&size=2"],
  ["multipart/form-data", "multipart", { label: "@top", size: "2" }],
] as const)("a body is sent as %s", (type, format, expected) => {
  const body = '{"label":"@top","size":2}';
  const { init } = request({ method: "PUT", body: { type, format } }, { body });
  const sent = init.body instanceof FormData ? Object.fromEntries(init.body) : String(init.body);
  // A browser adds the boundary to the type of a multipart form.
  const headers = format === "multipart" ? {} : { "content-type": type };
  expect({ ...init, body: sent }).toEqual({ method: "PUT", headers, body: expected });
});
