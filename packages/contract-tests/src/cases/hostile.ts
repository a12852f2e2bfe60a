import { isObject, type JsonObject } from "@chainkit/openapi";
import { faultsOfText, typesOf } from "../schema/validator.ts";
import { changed, keywordsOf, type Path, pathText } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";
import type { Spec } from "../spec/spec.ts";
import type { Case } from "./case.ts";
import type { Call } from "./expect.ts";
import { requestIfWritable, type Values, withUnusedNames, withValue } from "./values.ts";

/** Hostile texts. None of them may cause a server error. */
const TEXTS: Readonly<Record<string, string>> = {
  nothing: "",
  quotes: `'";--`,
  "a NUL": "a\u0000b",
  "a line break": "a\r\nb",
  "another script": "данные-数据-🜁",
  "2^256": (2n ** 256n).toString(),
  "not hexadecimal": "0xzz",
  "a negative number": "-1",
  "a percent sign": "100%",
  "a slash": "a/b\\c",
  markup: "<a>{{1}}$" + "{1}</a>",
  "a word of JavaScript": "__proto__",
  long: "x".repeat(2000),
};

/** Texts that a header can carry. */
const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

/** Keywords that restrict a text or a number. */
const CONSTRAINTS =
  /^(pattern|enum|const|format|maxLength|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf)$/;

/** Levels of a body that are looked into; a schema may refer to itself. */
const MAX_DEPTH = 6;

/**
 * Cases that replace each unrestricted string by each hostile text, in bodies at any depth, and each
 * unrestricted number of a parameter by those texts that are numbers.
 */
export function hostileCases({ operation, base }: Call): Case[] {
  const { spec, parameters, body } = operation;
  const texts = Object.entries(TEXTS);
  const ofParameters = parameters
    .filter(({ schema }) => isFree(spec, schema, ["string", "integer", "number"]))
    .flatMap((parameter) =>
      texts
        .filter(([, text]) => parameter.in !== "header" || HEADER_TEXT.test(text))
        // An empty path segment changes the path.
        .filter(([, text]) => parameter.in !== "path" || text !== "")
        .filter(([, text]) => faultsOfText(spec, parameter.schema, text).length === 0)
        .flatMap(([label, text]) => {
          const values = withValue(base, parameter, text);
          const varies = { parameter: parameter.name };
          const cases = hostileCase(operation, values, parameter.name, label, parameter.node);
          return cases.map((each) => ({ ...each, varies }));
        }),
    );
  const whole = withUnusedNames(operation, base).body;
  const ofFields = [...freePlaces(spec, body?.schema)].flatMap(([path, part]) =>
    texts.flatMap(([label, text]) => {
      const values = { ...base, body: changed(whole, path, text) };
      return hostileCase(operation, values, `body${pathText(path)}`, label, part);
    }),
  );
  return [...ofParameters, ...ofFields];
}

function isFree(spec: Spec, schema: unknown, types: readonly string[] = ["string"]): boolean {
  const keywords = keywordsOf(spec, schema);
  const own = typesOf(spec, schema);
  const isOpen = types.some((type) => own.has(type));
  return isOpen && ![...keywords.keys()].some((name) => CONSTRAINTS.test(name));
}

/** Yields the unrestricted strings within a schema: properties of objects and the first items of lists. */
function* freePlaces(
  spec: Spec,
  schema: unknown,
  path: Path = [],
): Generator<[path: Path, schema: JsonObject]> {
  if (!isObject(schema) || path.length > MAX_DEPTH) {
    return;
  }
  const keywords = keywordsOf(spec, schema);
  if (path.length > 0 && isFree(spec, schema)) {
    yield [path, schema];
  }
  const properties = keywords.get("properties")?.value;
  for (const [name, child] of Object.entries(isObject(properties) ? properties : {})) {
    yield* freePlaces(spec, child, [...path, name]);
  }
  yield* freePlaces(spec, keywords.get("items")?.value, [...path, 0]);
}

function hostileCase(
  operation: Operation,
  values: Values,
  place: string,
  label: string,
  part: Case["expect"]["rule"]["part"],
): Case[] {
  const request = requestIfWritable(operation, values);
  const expect: Case["expect"] = {
    statuses: ["2XX", "4XX"],
    because: "no text may make the service fail",
    rule: { part },
    // A gateway may refuse what the operation would take.
    isForeign: "errors",
  };
  const name = `${place}: ${label}`;
  return request ? [{ operation, kind: "hostile", name, request, expect, needs: ["state"] }] : [];
}
