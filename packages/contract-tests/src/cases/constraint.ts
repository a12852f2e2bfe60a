import {
  asObject,
  entriesOf,
  isObject,
  itemSchemas,
  itemsOf,
  type JsonObject,
} from "@chainkit/openapi";
import { isTried } from "../schema/corrupt.ts";
import { typesOf } from "../schema/validator.ts";
import { keywordsOf, type Path, pathText } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";
import type { Spec } from "../spec/spec.ts";

/** Keywords that are annotations, or only contain other schemas. */
const SILENT =
  /^(x-.*|\$.*|title|description|examples?|default|deprecated|readOnly|writeOnly|externalDocs|xml|discriminator|properties|items|prefixItems)$/;

/** A constraint on the requests of an operation. */
export interface Constraint {
  /** `limit: maximum`; for required properties `body: required tag`. */
  readonly key: string;
  /** Reason why no request can violate it. */
  readonly untestable?: string;
}

/** Formats the name of a constraint. */
export function constraintKey(where: string, path: Path, keyword: string, label: string): string {
  const name = keyword === "required" ? `required ${label}` : keyword;
  return `${where}${pathText(path)}: ${name}`;
}

/**
 * Lists the constraints on requests of an operation. They are read from the schemas rather than the
 * cases, so that a constraint without a case is reported.
 */
export function constraintsOf(operation: Operation): Constraint[] {
  const { spec, parameters, body } = operation;
  const ofParameters = parameters.flatMap(({ name, schema, required, in: place }) => {
    const own: Constraint = { key: `${name}: required` };
    const ownToo =
      place === "path" ? { ...own, untestable: "a path without it is a different path" } : own;
    return [...(required ? [ownToo] : []), ...ofSchema(spec, schema, name, [], true)];
  });
  const ofBody = body
    ? [
        ...(body.required ? [{ key: "body: required" }] : []),
        isAnyType(body.owner)
          ? { key: "body: content type", untestable: "any media type is taken" }
          : { key: "body: content type" },
        ...(body.format === "json"
          ? [
              { key: "body: well-formed" },
              ...ofSchema(spec, body.schema ?? {}, "body", [], false).take(MAX_CONSTRAINTS),
            ]
          : []),
      ]
    : [];
  return [...ofParameters, ...ofBody];
}

/** Whether a body may be of any media type. */
function isAnyType({ content }: JsonObject): boolean {
  return Object.keys(asObject(content)).includes("*/*");
}

/** Constraints of a body that are listed: schemas that refer to each other have no end of them. */
const MAX_CONSTRAINTS = 500;

/** Levels of a body that are looked into. */
const MAX_DEPTH = 5;

/** Formats that say how a value is stored or shown, and that every value has. */
const OPEN_FORMATS = /^(float|double|int64|binary|password)$/;

/** Returns the reason why no request can violate a keyword; undefined if one can. */
function unviolable(
  name: string,
  value: unknown,
  isText: boolean,
  isOpenText: boolean,
): string | undefined {
  if (/^min(Items|Length)$/.test(name) && isText && Number(value) <= 1) {
    return "a text or a list that is empty may mean that nothing is sent";
  }
  if (name === "format" && OPEN_FORMATS.test(String(value))) {
    return `any value has the format ${value}`;
  }
  if (/^(additional|unevaluated)Properties$/.test(name) && isAnything(value)) {
    return "any property is allowed";
  }
  if (isOpenText && /^(type|anyOf|oneOf)$/.test(name)) {
    return "any text is valid";
  }
  return isTried(name) ? undefined : `values that violate ${name} are not made`;
}

/** Whether a parameter of this schema may be any text, or a list of such. */
function takesAnyText(spec: Spec, schema: unknown): boolean {
  const types = typesOf(spec, schema);
  const items = types.has("array") ? itemSchemas(spec.document, schema) : [];
  return types.has("string") || items.some((each) => typesOf(spec, each).has("string"));
}

function isAnything(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

function* ofSchema(
  spec: Spec,
  schema: unknown,
  where: string,
  path: Path,
  isText: boolean,
  above: readonly unknown[] = [],
): Generator<Constraint> {
  const keywords = keywordsOf(spec, schema);
  const [first] = keywords.values();
  if (!first || above.includes(first.owner) || path.length > MAX_DEPTH) {
    return;
  }
  const members = new Map(entriesOf(keywords.get("properties")?.value));
  const properties = [...members].filter(
    ([, child]) => keywordsOf(spec, child).get("readOnly")?.value !== true,
  );
  for (const { name, value } of keywords.values()) {
    if (name === "required") {
      for (const member of itemsOf(value).map(String)) {
        // What only responses have may be missing from a request.
        if (!members.has(member) || properties.some(([each]) => each === member)) {
          yield { key: constraintKey(where, path, name, member) };
        }
      }
    } else if (!SILENT.test(name)) {
      const key = constraintKey(where, path, name, "");
      const untestable = unviolable(name, value, isText, isText && takesAnyText(spec, schema));
      yield untestable === undefined ? { key } : { key, untestable };
    }
  }
  const below = (child: unknown, key: string | number) =>
    ofSchema(spec, child, where, [...path, key], isText, [...above, first.owner]);
  for (const [name, child] of properties) {
    yield* below(child, name);
  }
  const items = keywords.get("items")?.value;
  if (items !== undefined) {
    yield* below(items, 0);
  }
}
