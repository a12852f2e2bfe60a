import {
  itemSchemas,
  jsonTypes,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from "@chainkit/openapi";
import type { Report } from "../problems.ts";
import { limitsOf } from "./limits.ts";
import type { ParameterModel } from "./model.ts";
import { isIdentifier } from "./names.ts";
import { checksOf, plainType } from "./rule.ts";
import { checkTemplate } from "./template.ts";

type Place = "path" | "query" | "header";
/** Supported style of each parameter location. */
const STYLES: Record<Place, string> = { path: "simple", query: "form", header: "simple" };

/** Headers that belong to the connection, or that browsers drop without an error. */
const UNSENDABLE =
  /^(connection|content-length|cookie|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

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

function isSupported(
  document: OpenApiDocument,
  parameter: Parameter,
  report: Report,
): parameter is Parameter & { in: Place } {
  const { in: place, name, schema } = parameter;
  const { style, explode, allowReserved, content } = parameter.node;
  if (!Object.hasOwn(STYLES, place)) {
    report("", `${place} parameters are not supported`, "send it in the path, query or a header");
    return false;
  }
  if (place === "header" && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    report("", "is not a name that a header can have", "rename it, with letters, digits and -");
  }
  if (place === "header" && UNSENDABLE.test(name)) {
    report("", "is a header that fetch does not send", "remove it");
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
    // Of the style `simple`, both forms are the same.
    if (explode === false && only === "form") {
      report("explode", `${explode} is not supported`, "use the default of its style");
    }
  }
  return true;
}
