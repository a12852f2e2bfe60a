import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { readProblems } from "../src/index.ts";
import { type Body, type Json, objectsIn, pagesOf, readContract } from "./contract.ts";

const operations = await readContract();
const bodies: Body[] = operations.flatMap(({ request, responses, headers }) => [
  ...(request ? [request] : []),
  ...[...responses.values()].flat(),
  ...headers,
]);
const objects = bodies.flatMap(({ examples }) =>
  examples.flatMap(({ place, value }) => objectsIn(value).map((object) => ({ place, object }))),
);

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(["components", "x-origin", "x-typescript-type"]);

function expectValid(place: string, schema: object, value: Json): void {
  const validate = ajv.compile(schema);
  const problem = validate(value) ? undefined : ajv.errorsText(validate.errors);
  expect(problem, place).toBeUndefined();
}

describe("every operation", () => {
  it.each(operations)("$id: each status has an example", ({ responses, request }) => {
    expect(responses.size).toBeGreaterThan(1);
    const examples = [...responses].map(([code, list]) => [
      code,
      list.length > 0 && list.every((body) => body.examples.length > 0),
    ]);
    expect(Object.fromEntries(examples)).toEqual(
      Object.fromEntries([...responses.keys()].map((code) => [code, true])),
    );
    if (request) {
      expect(request.examples).not.toEqual([]);
    }
  });

  it.each(operations)("$id: each parameter has a valid example", ({ parameters }) => {
    for (const { name, schema, example, examples } of parameters) {
      const values = example === undefined ? [...examples.values()] : [example];
      expect(values, name).not.toEqual([]);
      for (const value of values) {
        expectValid(name, schema, value);
      }
    }
  });

  it.each(operations)("$id: a named parameter example has a 200 example", (operation) => {
    const names = pagesOf(operation).map(({ name }) => name);
    for (const { examples } of operation.parameters) {
      for (const name of examples.keys()) {
        expect(names).toContain(name);
      }
    }
  });
});

it.each(bodies)("$place: examples are valid", ({ schema, examples }) => {
  for (const { place, value } of examples) {
    expectValid(place, schema, value);
  }
});

describe("amounts", () => {
  const transfers = objects.filter(({ object }) => "value_raw" in object);
  const balances = objects.filter(({ object }) => "raw_balance" in object);

  it("exist in the examples", () => {
    expect(transfers).not.toEqual([]);
    expect(balances).not.toEqual([]);
  });

  it.each(transfers)("$place: value is value_raw / 10^18", ({ object }) => {
    expect(object.value).toBe(Number(scaled(String(object.value_raw), 18)));
  });

  it.each(balances)("$place: balance is raw_balance scaled by decimals", ({ object }) => {
    const { decimals } = object.contract as { decimals: number };
    expect(object.balance).toBe(scaled(String(object.raw_balance), decimals));
  });
});

describe("decoded", () => {
  const decoded = objects.filter(({ object }) => typeof object.decoded === "string");
  const selectors: Record<string, string> = { transfer: "a9059cbb", approve: "095ea7b3" };

  it("exists in the examples", () => {
    expect(decoded).not.toEqual([]);
  });

  it.each(decoded)("$place: matches the input", ({ object }) => {
    const { method, arguments: values } = JSON.parse(String(object.decoded));
    const [, selector, data = ""] = /^0x(.{8})((?:.{64})*)$/.exec(String(object.input)) ?? [];
    const words = data.match(/.{64}/g)?.map((word) => BigInt(`0x${word}`));
    expect(selector).toBe(selectors[method]);
    expect(words).toEqual(Object.values(values as Record<string, string>).map(BigInt));
  });
});

describe("problems", () => {
  const problems = bodies.flatMap(({ examples, place }) =>
    examples.flatMap(({ value }) =>
      objectsIn(value)
        .filter((object) => "title" in object && "status" in object)
        .map((object) => ({ place, object })),
    ),
  );

  it.each(problems)("$place: has the status of its response", ({ place, object }) => {
    expect(object.status).toBe(Number(place.split(" ")[1]));
    expect("errors" in object).toBe(object.status === 400);
  });

  it.each(problems)("$place: has type, title and status from the catalogue", async ({ object }) => {
    const known = (await readProblems()).map(({ name, title, status }) => ({
      type: `/problems/${name}`,
      title,
      status,
    }));
    const { type, title, status } = object;
    expect(known).toContainEqual({ type, title, status });
  });
});

/** Divides an integer by a power of ten, exactly and without trailing zeros. */
function scaled(raw: string, decimals: number): string {
  const digits = raw.padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return `${digits.slice(0, split)}.${digits.slice(split)}`.replace(/\.?0*$/, "");
}
