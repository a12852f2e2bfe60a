import { isObject } from "@chainkit/openapi";
import type { Validator } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { withValue } from "./parameter-values.ts";
import { requestFor, type Values, withUnusedNames } from "./values.ts";
import { asRead, typesOf } from "./wire.ts";

/** Hostile texts. None of them may cause a server error. */
const TEXTS: Readonly<Record<string, string>> = {
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

/** Keywords that restrict a text. */
const CONSTRAINTS = ["pattern", "enum", "const", "format", "maxLength"];

/** Cases that replace each unrestricted string by each hostile text. */
export function hostileCases(operation: Operation, base: Values, validator: Validator): Case[] {
  const { spec, parameters, body } = operation;
  const isFree = (schema: unknown) => {
    const keywords = keywordsOf(spec, schema);
    const isText = typesOf(spec, schema).includes("string");
    return isText && !CONSTRAINTS.some((name) => keywords.has(name));
  };
  const texts = Object.entries(TEXTS);
  const ofParameters = parameters
    .filter(({ schema }) => isFree(schema))
    .flatMap((parameter) =>
      texts
        .filter(([, text]) => parameter.in !== "header" || HEADER_TEXT.test(text))
        .filter(
          ([, text]) =>
            validator.faults(parameter.schema, asRead(spec, parameter.schema, text)).length === 0,
        )
        .map(([label, text]) => {
          const values = withValue(base, parameter, text);
          return hostileCase(operation, values, parameter.name, label, parameter.node);
        }),
    );
  const whole = withUnusedNames(base).body;
  const properties = keywordsOf(spec, body?.schema).get("properties")?.value;
  const fields = isObject(properties) && isObject(whole) ? Object.entries(properties) : [];
  const ofFields = fields
    .filter(([, schema]) => isFree(schema))
    .flatMap(([name, schema]) =>
      texts.map(([label, text]) => {
        const values = { ...base, body: { ...(whole as object), [name]: text } };
        return hostileCase(
          operation,
          values,
          `body.${name}`,
          label,
          schema as Case["expect"]["rule"]["part"],
        );
      }),
    );
  return [...ofParameters, ...ofFields];
}

function hostileCase(
  operation: Operation,
  values: Values,
  place: string,
  label: string,
  part: Case["expect"]["rule"]["part"],
): Case {
  return {
    operation,
    kind: "hostile",
    name: `${place}: ${label}`,
    request: requestFor(operation, values),
    expect: {
      statuses: ["2XX", "4XX"],
      because: "no text may make the service fail",
      rule: { part },
      // A gateway may refuse what the operation would take.
      isForeign: "errors",
    },
    needs: ["state"],
  };
}
