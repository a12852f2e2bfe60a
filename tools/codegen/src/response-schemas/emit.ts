import { asObject, type JsonObject } from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";
import { freeName } from "../descriptions/shared.ts";
import { docstring } from "../operations/docstring.ts";
import { expressionOf } from "./schema.ts";

/**
 * Emits response-schemas.ts: the JSON bodies of all documented responses as schemas of valibot, a
 * Standard Schema library.
 */
export function emitResponseSchemas(operations: readonly OperationDescription[]): string {
  const constants = new Constants();
  const entries = operations.map(({ id, method, path, responses }) => {
    const bodies = Object.entries(responses).flatMap(([status, { schema }]) =>
      schema ? [`      ${JSON.stringify(status)}: ${constants.ofRoot(schema, id)},`] : [],
    );
    const key = JSON.stringify(`${method} ${path}`);
    return `  ${key}: {\n    id: ${JSON.stringify(id)},\n    responses: {\n${bodies.join("\n")}\n    },\n  },`;
  });
  const doc = docstring(["Schemas of the documented response bodies, by request and status."]);
  return `import type { ResponseSchemas } from "@chainkit/runtime/validate";
import * as v from "valibot";

${constants.texts.map((text) => `${text}\n\n`).join("")}${doc}export const responseSchemas: ResponseSchemas = {
${entries.join("\n")}
};
`;
}

/** Named schemas, each emitted once. */
class Constants {
  readonly texts: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #taken = new Set(["ResponseSchemas"]);
  readonly #unfinished = new Set<string>();

  ofRoot(schema: JsonObject, id: string): string {
    const { title = `${id} response`, $defs } = schema;
    return this.#nameOf(schema, String(title), asObject($defs));
  }

  #nameOf(schema: unknown, hint: string, defs: JsonObject): string {
    const { $defs: _, ...own } = asObject(schema);
    const json = JSON.stringify(typeof schema === "boolean" ? schema : own);
    const known = this.#names.get(json);
    if (known !== undefined) {
      return this.#unfinished.has(known) ? `v.lazy(() => ${known})` : known;
    }
    const name = freeName(hint, this.#taken);
    this.#names.set(json, name);
    this.#unfinished.add(name);
    const text = expressionOf(
      typeof schema === "boolean" ? schema : own,
      (ref) => this.#nameOf(defs[ref], ref, defs),
      defs,
    );
    this.#unfinished.delete(name);
    this.texts.push(`const ${name}: v.GenericSchema = ${text};`);
    return name;
  }
}
