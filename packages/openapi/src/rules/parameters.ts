import type { ParameterStyle } from "@chainkit/runtime";
import { jsonTypes, type OpenApiDocument, type Operation, type Parameter } from "../index.ts";
import { isStyleSupported, type Place, styleOf } from "../style.ts";
import type { ParameterModel } from "./model.ts";
import { isIdentifier } from "./names.ts";
import type { Report } from "./problems.ts";
import { checksOf, limitsOf, plainType } from "./rule.ts";

/** Headers that belong to the connection, which `fetch` writes itself or does not send. */
const OF_CONNECTION =
  /^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Those that `fetch` writes itself. */
const WRITTEN = /^(connection|content-length|host|transfer-encoding)$/i;

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
    const isLeftOut =
      parameter.in === "header" &&
      (WRITTEN.test(parameter.name) || (OF_CONNECTION.test(parameter.name) && !parameter.required));
    if (isLeftOut) {
      return [];
    }
    return isWritable(document, parameter, note) ? [model(document, parameter, type, note)] : [];
  });
}

function model(
  document: OpenApiDocument,
  parameter: Parameter & { in: Place },
  type: string,
  report: Report,
): ParameterModel {
  const {
    name,
    argument,
    in: place,
    required,
    schema,
    description,
    deprecated,
    example,
    sample,
  } = parameter;
  const option = clientOption(parameter, report);
  const isRenamed = argument !== name;
  const style =
    isRenamed || isCookieHeader(parameter)
      ? { style: parameter.style as ParameterStyle, ...styleOf(document, parameter) }
      : styleOf(document, parameter);
  // Text in JSON may be of any type, as in a body.
  const checks = checksOf(document, schema, report, style.style === "json" ? "body" : place);
  const group = `${type}["parameters"]["${place}"]`;
  return {
    name: argument,
    rule: {
      in: place,
      ...(isRenamed ? { name } : {}),
      ...(option === undefined ? {} : { option }),
      ...(required ? { required } : {}),
      ...checks,
      ...style,
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

/** Written by the part that knows where cookies can be sent. */
function isCookieHeader({ in: place, name }: Parameter): boolean {
  return place === "header" && name.toLowerCase() === "cookie";
}

function clientOption({ node }: Parameter, report: Report): string | undefined {
  const option = node["x-client-option"];
  // Other tools have an extension of this name, which is not a text.
  if (typeof option !== "string" || isIdentifier(option)) {
    return typeof option === "string" ? option : undefined;
  }
  report(
    "x-client-option",
    `${JSON.stringify(option)} is not a valid name`,
    "write a camelCase name",
  );
  return undefined;
}

function isWritable(
  document: OpenApiDocument,
  parameter: Parameter,
  report: Report,
): parameter is Parameter & { in: Place } {
  const { in: place, name } = parameter;
  const isHeader = place === "header" || place === "cookie";
  if (isHeader && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    report("", `is not a name that a ${place} can have`, "rename it, with letters, digits and -");
  }
  if (place === "header" && OF_CONNECTION.test(name)) {
    report("", "is a header that fetch does not send", "remove it");
  }
  const isSupported = isStyleSupported(document, parameter, report);
  if (isSupported && !parameter.media && !jsonTypes(document, parameter.schema)) {
    report("schema", "has no type", "add a type, which determines its serialization");
  }
  return isSupported;
}

/** Checks that a path can be sent as it is, and that every path parameter is in it. */
function checkTemplate(path: string, parameters: readonly Parameter[], report: Report): void {
  if (!path.startsWith("/") || path.includes("?")) {
    report(
      "path",
      "is not a valid path",
      "start it with `/` and turn its query string into query parameters",
    );
  }
  const literal = path.replaceAll(/\{[^{}]*\}/g, "x");
  if (/[{}\\]/.test(literal) || /\/(\.|%2e){1,2}(\/|$)/i.test(literal)) {
    report(
      "path",
      "would be changed by a URL parser",
      "write it without `.` and `..` segments, backslashes, and braces around anything but a name",
    );
  }
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]);
  const declared = parameters.filter((parameter) => parameter.in === "path");
  for (const { name } of declared) {
    const where = `path parameter ${JSON.stringify(name)}`;
    if (!named.includes(name)) {
      report(where, "is not in the path", `write {${name}} into the path, or remove it`);
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
