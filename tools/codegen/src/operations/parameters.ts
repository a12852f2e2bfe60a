import {
  itemSchemas,
  jsonTypes,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from "@chainkit/openapi";
import type { Report } from "../problems.ts";
import type { ParameterModel } from "./model.ts";
import { isIdentifier } from "./names.ts";
import { checksOf, limitsOf, plainType } from "./rule.ts";

type Place = "path" | "query" | "header";
/** Supported style of each parameter location. */
const STYLES: Record<Place, string> = { path: "simple", query: "form", header: "simple" };

/** Returns the parameters of an operation, except those of the body. */
export function readParameters(
  document: OpenApiDocument,
  { path, parameters }: Operation,
  type: string,
  report: Report,
): ParameterModel[] {
  checkTemplate(path, parameters, report);
  return parameters.flatMap((parameter) => {
    const where = `${parameter.in} parameter ${JSON.stringify(parameter.name)}`;
    const note: Report = (place, what, fix) =>
      report(place ? `${where}, ${place}` : where, what, fix);
    return isSupported(document, parameter, note) ? [model(document, parameter, type, note)] : [];
  });
}

function model(
  document: OpenApiDocument,
  parameter: Parameter & { in: Place },
  type: string,
  report: Report,
): ParameterModel {
  const { name, in: place, required, schema, description, deprecated, example, sample } = parameter;
  const option = clientOption(parameter, report);
  const checks = checksOf(document, schema, report, place);
  const group = `${type}["parameters"]["${place}"]`;
  return {
    name,
    rule: {
      in: place,
      ...(option === undefined ? {} : { option }),
      ...(required ? { required } : {}),
      ...checks,
    },
    type:
      plainType(checks, schema) ??
      `${place === "path" ? group : `NonNullable<${group}>`}[${JSON.stringify(name)}]`,
    description,
    limits: limitsOf(document, schema),
    deprecated,
    example,
    sample,
  };
}

function clientOption({ node }: Parameter, report: Report): string | undefined {
  const option = node["x-client-option"];
  if (option === undefined || (typeof option === "string" && isIdentifier(option))) {
    return option;
  }
  report(
    "x-client-option",
    `${JSON.stringify(option)} is not a valid name`,
    "write a camelCase name",
  );
  return undefined;
}

/** Checks that every `{name}` of the path has a parameter, and every path parameter a `{name}`. */
function checkTemplate(path: string, parameters: readonly Parameter[], report: Report): void {
  if (!path.startsWith("/") || /[?#]/.test(path)) {
    report(
      "path",
      "is not a valid path",
      "start it with `/` and turn its query string into query parameters",
    );
  }
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]);
  const declared = parameters.filter((parameter) => parameter.in === "path");
  for (const name of named) {
    if (!declared.some((parameter) => parameter.name === name)) {
      report("path", `{${name}} has no parameter`, `add a path parameter named ${name}`);
    }
  }
  for (const { name, node } of declared) {
    const where = `path parameter ${JSON.stringify(name)}`;
    if (!named.includes(name)) {
      report(where, "is not in the path", `write {${name}} into the path, or remove it`);
    }
    if (node.required !== true) {
      report(where, "is not required", "write `required: true`");
    }
    if (/^[.;]|\*$/.test(name)) {
      report(
        where,
        "has a name that clashes with style syntax",
        "rename it without `.`, `;` or `*`",
      );
    }
  }
}

function isSupported(
  document: OpenApiDocument,
  parameter: Parameter,
  report: Report,
): parameter is Parameter & { in: Place } {
  const { in: place, schema } = parameter;
  const { style, explode, allowReserved, content } = parameter.node;
  if (!Object.hasOwn(STYLES, place)) {
    report("", `${place} parameters are not supported`, "send it in the path, query or a header");
    return false;
  }
  const only = STYLES[place as Place];
  if (content !== undefined) {
    report("content", "is not supported", "describe the parameter with `schema`");
    return false;
  }
  if (style !== undefined && style !== only) {
    report("style", `${style} is not supported`, `use the default, ${only}`);
  }
  if (allowReserved) {
    report("allowReserved", "is not supported", "remove it; reserved characters are escaped");
  }
  const types = jsonTypes(document, schema);
  if (!types) {
    report("schema", "has no type", "add a type, which determines its serialization");
  } else if (types.has("object")) {
    report("schema", "objects are not supported", "use one parameter per field");
  } else if (types.has("array")) {
    const items = itemSchemas(document, schema).map((item) => jsonTypes(document, item));
    if (items.some((item) => !item || item.has("object") || item.has("array"))) {
      report(
        "schema",
        "only arrays of primitive values are supported",
        "give the items a primitive type",
      );
    }
    if (explode !== undefined && explode !== (only === "form")) {
      report("explode", `${explode} is not supported`, "use the default of its style");
    }
  }
  return true;
}
