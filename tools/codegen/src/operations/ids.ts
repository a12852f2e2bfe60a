import type { Report } from "../problems.ts";
import { pascalCase } from "./names.ts";
import { areaNames, runtimeTypes } from "./type-names.ts";

/** Reserved ids: members of every client, and `then`, which would make it a thenable. */
const reservedIds = ["then", "__proto__"];

/**
 * Creates the check of operation ids. An id names a method and, in PascalCase with a suffix, the types of
 * the operation; both must be unique.
 */
export function idChecker(area: string): (id: string, isInvented: boolean, report: Report) => void {
  const { client, operations, options } = areaNames(area);
  const methods = new Set<string>();
  const owners = new Map<string, string>();
  for (const name of ["ApiError", ...runtimeTypes]) {
    owners.set(name, "the runtime");
  }
  for (const name of [client, operations, options]) {
    owners.set(name, "the client");
  }
  return (id, isInvented, report) => {
    const fix = isInvented
      ? "write an operationId; this one is made of method and path"
      : "choose another id";
    const refuse = (what: string) => report("operationId", what, fix);
    const typeName = pascalCase(id);
    const names = ["Params", "Response", "Error", "Item"].map((suffix) => typeName + suffix);
    const taken = names.find((name) => owners.has(name));
    if (reservedIds.includes(id)) {
      refuse("is reserved");
    } else if (methods.has(id)) {
      refuse(`${JSON.stringify(id)} is used twice`);
    } else if (!typeName) {
      refuse("contains no characters that are valid in a name");
    } else if (taken) {
      refuse(`the type ${taken} is already used by ${owners.get(taken)}`);
    }
    methods.add(id);
    for (const name of names) {
      owners.set(name, id);
    }
  };
}
