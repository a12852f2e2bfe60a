import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { Case } from "../src/cases/case.ts";
import { constraintsOf } from "../src/cases/constraint.ts";
import { casesOf } from "../src/cases/index.ts";
import { type Operation, operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";
import { shopDocument } from "./cases/shop.ts";

const spec = createSpec("shop", shopDocument);
const operations = operationsOf(spec);
const setting = { isPrism: true, options: { shop: "south" }, known: {} };

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ ...shopDocument, $id: "shop" });
const isValid = (schema: unknown, value: unknown) => {
  const resolved = JSON.parse(
    JSON.stringify(schema).replaceAll("#/components", "shop#/components"),
  );
  return ajv.validate(resolved, value);
};

/** What a text means by its schema, as a server reads it; a text that is none of it remains one. */
function read({ type }: { readonly type?: unknown }, text: string): unknown {
  const types = [type].flat();
  if (text === "" && types.includes("null")) {
    return null;
  }
  if (types.includes("boolean") && /^(true|false)$/.test(text)) {
    return text === "true";
  }
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Whether a server that reads the request by the document, and by nothing else, finds it valid. */
function isValidRequest({ operation, request: { target, headers, body } }: Case): boolean {
  const url = new URL(target, "http://shop.test");
  const pattern = operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const path = new RegExp(`^${pattern}$`).exec(url.pathname)?.groups ?? {};
  const parameters = operation.parameters.every(({ name, in: place, required, schema: any }) => {
    const schema = any as { readonly type?: unknown; readonly items?: object };
    const texts =
      place === "query"
        ? url.searchParams.getAll(name)
        : [place === "path" ? path[name] : headers[name.toLowerCase()]]
            .filter((text) => text !== undefined)
            .map(decodeURIComponent);
    const [first] = texts;
    if (first === undefined) {
      return !required;
    }
    const value =
      schema.type === "array"
        ? texts.map((text) => read(schema.items ?? {}, text))
        : read(schema, first);
    return isValid(schema, value);
  });
  return parameters && isValidBody(operation, headers["content-type"], body);
}

function isValidBody({ body }: Operation, type: string | undefined, sent: unknown): boolean {
  if (!body || sent === undefined) {
    return !body?.required;
  }
  try {
    return type === "application/json" && isValid(body.schema, JSON.parse(String(sent)));
  } catch {
    return false;
  }
}

/** What no request of a single value violates: an option of the client, and the text of an item of a list. */
const NEVER_REFUSED = ["shop: enum", "tags[]: type"];

/** A cursor that was never issued is refused for another reason than its schema. */
const isUnknownCursor = ({ name }: Case) => name.startsWith("cursor: unknown");

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  "%s",
  (_, operation) => {
    const cases = casesOf(operation, setting);
    const decided = cases.filter(
      (each) =>
        /^(example|boundary|negative)$/.test(each.kind) &&
        each.valid !== undefined &&
        !isUnknownCursor(each),
    );

    test("has a case for each constraint that a request can violate, and for no other", () => {
      const keys = constraintsOf(operation).flatMap(({ key, untestable }) =>
        untestable || NEVER_REFUSED.includes(key) ? [] : [key],
      );
      const refused = cases.filter(({ covers }) => covers?.side === "refuses");
      expect(new Set(refused.map(({ covers }) => covers?.constraint))).toEqual(new Set(keys));
    });

    test.each(decided.map((each) => [`${each.kind} / ${each.name}`, each] as const))(
      "%s is valid or not, as the document says, and expects a status of that",
      (_, each) => {
        const { valid, expect: expected } = each;
        expect(valid).toBe(isValidRequest(each));
        expect(expected.statuses.some((status) => status.startsWith("2"))).toBe(valid);
      },
    );
  },
);

test("the catalogue of cases: the request of each, and what is expected", async () => {
  const listItems = [{ code: "0x00ab", color: "red" }];
  const deployed = { ...setting, isPrism: false, known: { listItems } };
  const cases = operations.flatMap((operation) => [
    ...casesOf(operation, setting),
    ...casesOf(operation, deployed),
    ...casesOf(operation, { ...deployed, known: {} }).filter(isUnknownCursor),
  ]);
  const texts = cases.map(({ operation, kind, name, request, expect: expectation, ...others }) => {
    const { rule, ...expected } = expectation;
    const { document: place } = spec.locate(rule.part, rule.key);
    const shown = [request, { ...expected, place, ...others }].map((part) => JSON.stringify(part));
    return [`${operation.id} / ${kind} / ${name}`, ...shown].join("\n  ");
  });
  const text = [...new Set(texts)].join("\n").replaceAll(/no-such-[\da-f]{12}/g, "no-such-(id)");
  await expect(text).toMatchFileSnapshot("catalogue/cases.txt");
});
