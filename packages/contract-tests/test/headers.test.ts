import { expect, test } from "vitest";
import { headerFindings } from "../src/judge/headers.ts";
import { oneOperation } from "./one-operation.ts";

const count = { schema: { type: "integer", minimum: 1 } };
const responses = {
  200: { description: "", headers: { "X-Count": { ...count, required: true } } },
  401: { description: "" },
  429: { description: "", headers: { "Retry-After": count } },
};
const operation = oneOperation("get", "/things", { responses });

const X_COUNT = "area#/paths/~1things/get/responses/200/headers/X-Count";

test.each([
  [200, { "x-count": "5" }, []],
  [200, { "x-count": "0" }, [["X-Count", '"0"', `${X_COUNT}/schema/minimum`]]],
  [200, { "x-count": "five" }, [["X-Count", '"five"', `${X_COUNT}/schema/type`]]],
  [200, {}, [["X-Count", "missing", `${X_COUNT}/required`]]],
  [401, { "www-authenticate": "Bearer" }, []],
  [401, {}, [["www-authenticate", "missing", "RFC 9110, 15.5.2"]]],
  [405, { allow: "GET" }, []],
  [405, {}, [["allow", "missing", "RFC 9110, 15.5.6"]]],
  [418, {}, []],
  [429, {}, []],
  [429, { "retry-after": "5" }, []],
  [429, { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }, []],
  [429, { "retry-after": "soon" }, [["Retry-After", '"soon"', expect.any(String)]]],
])("headers of %d, %j: %j", (status, headers, expected) => {
  const documented = operation.responses.find((each) => each.status === String(status));
  const response = { status, headers, body: Buffer.alloc(0) };
  const found = headerFindings(operation, documented, response);
  const shown = found.map((each) =>
    each.kind === "header" ? [each.name, each.actual ?? "missing", each.rule.document] : each.kind,
  );
  expect(shown).toEqual(expected);
});
