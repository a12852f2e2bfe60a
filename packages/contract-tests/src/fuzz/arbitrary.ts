import { isObject, itemsOf } from "@chainkit/openapi";
import fc from "fast-check";
import { typesOf } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Spec } from "../spec/spec.ts";

/** Texts that are nearly valid. */
const NEARLY = ["null", "true", "NaN", "0x", "latest", "LATEST", "--", "%00", "undefined"];

/** Arbitrary texts, mostly short. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  fc.constantFrom(...NEARLY),
);

/**
 * Generates values for a schema: most are valid, some nearly valid.
 *
 * @param example A value that exists at the target, used occasionally.
 */
export function valuesOf(spec: Spec, schema: unknown, example: unknown): fc.Arbitrary<unknown> {
  const own = example === undefined ? [] : [{ weight: 3, arbitrary: fc.constant(example) }];
  return fc.oneof(
    ...own,
    { weight: 4, arbitrary: validOf(spec, schema) },
    { weight: 2, arbitrary: nearlyOf(example) },
    { weight: 1, arbitrary: anyText },
  );
}

/** @param above Properties of the objects that contain the value: one that contains itself ends there. */
function validOf(
  spec: Spec,
  schema: unknown,
  above: readonly unknown[] = [],
): fc.Arbitrary<unknown> {
  const keywords = keywordsOf(spec, schema);
  const value = (name: string) => keywords.get(name)?.value;
  const allowed = itemsOf(value("enum"));
  if (allowed.length > 0) {
    return fc.constantFrom(...allowed);
  }
  const pattern = value("pattern");
  if (typeof pattern === "string") {
    return fc.stringMatching(new RegExp(pattern, "u"));
  }
  const properties = value("properties");
  const [type] = [...typesOf(spec, schema)].filter((each) => each !== "null");
  switch (type) {
    case "integer":
    case "number":
      return fc.integer({
        min: Number(value("minimum") ?? -10),
        max: Number(value("maximum") ?? 2 ** 31),
      });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(validOf(spec, value("items"), above), { maxLength: 3 });
    case "object":
      return isObject(properties) && !above.includes(properties)
        ? fc.record(
            Object.fromEntries(
              Object.entries(properties).map(([name, each]) => [
                name,
                validOf(spec, each, [...above, properties]),
              ]),
            ),
          )
        : fc.constant({});
    default:
      return anyText;
  }
}

/** An existing value with one character changed, added or removed. */
function nearlyOf(example: unknown): fc.Arbitrary<unknown> {
  const text = String(example ?? "0");
  const at = fc.nat({ max: text.length });
  return fc
    .tuple(at, fc.constantFrom("", "0", "g", " ", "-", "Z", "9"), fc.boolean())
    .map(
      ([index, character, replaces]) =>
        text.slice(0, index) + character + text.slice(index + (replaces ? 1 : 0)),
    );
}
