import { type CheckId, pascalCase } from "@chainkit/openapi/rules";
import { areaNames, runtimeTypes } from "./type-names.ts";

/**
 * Creates the check of operation ids. In PascalCase with a suffix, an id names the types of the operation, which
 * must be unique.
 */
export function idChecker(area: string): CheckId {
  const { client, operations, options } = areaNames(area);
  const owners = new Map<string, string>();
  for (const name of ["ApiError", ...runtimeTypes]) {
    owners.set(name, "the runtime");
  }
  for (const name of [client, operations, options]) {
    owners.set(name, "the client");
  }
  return (id) => {
    const typeName = pascalCase(id);
    const names = ["Params", "Response", "Error", "Item"].map((suffix) => typeName + suffix);
    const taken = names.find((name) => owners.has(name));
    const owner = taken && owners.get(taken);
    for (const name of names) {
      owners.set(name, id);
    }
    if (!typeName) {
      return "contains no characters that are valid in a name";
    }
    return taken && `the type ${taken} is already used by ${owner}`;
  };
}
