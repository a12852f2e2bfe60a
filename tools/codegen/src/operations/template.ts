import type { Parameter } from "@chainkit/openapi";
import type { Report } from "../problems.ts";

/** Checks that every `{name}` of the path has a parameter, and every path parameter a `{name}`. */
export function checkTemplate(
  path: string,
  parameters: readonly Parameter[],
  report: Report,
): void {
  if (!path.startsWith("/") || /[?#]/.test(path)) {
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
