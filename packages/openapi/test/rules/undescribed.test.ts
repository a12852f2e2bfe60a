import { expect, it } from "vitest";
import { undescribed } from "../../src/rules/index.ts";
import { json, rulesOf } from "./support.ts";

const text = { type: "string" };

it("tells that a form of unknown members has no description", () => {
  const form = (schema: object) => {
    const requestBody = { required: true, ...json(schema, "multipart/form-data") };
    return rulesOf({ method: "post", requestBody, servers: [{ url: "/v2" }] }).model;
  };
  for (const calls of [true, false]) {
    expect(
      undescribed(form({ type: "object" }), calls, "").map(({ where, what }) => [where, what]),
    ).toEqual([
      [
        "requestBody",
        "a multipart body that is not an object of known members is supported by clients and the mock only",
      ],
    ]);
  }
  const fields = form({ type: "object", properties: { a: text } });
  expect(undescribed(fields, true, "")).toEqual([]);
  const places = undescribed(fields, false, "").map(({ where }) => where);
  expect(places).toEqual(["servers", "requestBody"]);
  expect(
    undescribed(rulesOf({ method: "post", requestBody: json({ type: "array" }) }).model, true, ""),
  ).toEqual([]);
});
