import { errorsOf } from "@chainkit/openapi";
import type { ObjectSchema } from "./schemas.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes a function that omits optional arguments that are null, unless their schema allows null:
 * models send null for an argument that they do not set.
 */
export function nullsOmitted({
  properties,
  required,
  $defs,
}: ObjectSchema): (given: Arguments) => Arguments {
  const schemas = properties as Readonly<Record<string, object>>;
  const needed = (required ?? []) as readonly string[];
  const meansOmitted = (name: string) => {
    const schema = { ...schemas[name], ...($defs ? { $defs } : {}) };
    const isOptional = Object.hasOwn(schemas, name) && !needed.includes(name);
    return isOptional && errorsOf(schema, schema, null, "request").length > 0;
  };
  return (given) =>
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => value !== null || !meansOmitted(name)),
    );
}
