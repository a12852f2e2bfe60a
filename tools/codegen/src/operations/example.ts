import { type Document, type MediaType, type Parameter, resolve } from "../openapi.ts";
import { schemaOf } from "./schema.ts";

type Exampled = Pick<Parameter, "schema" | "example" | "examples">;

/**
 * A value that fits, taken from where the spec shows one: at the parameter or body, or at its schema.
 *
 * @returns Undefined if the spec shows none.
 */
export function exampleOf(document: Document, exampled: Exampled): unknown {
  return shown(document, exampled) ?? schemaExample(document, exampled.schema);
}

/** The example of one field of a body. */
export function fieldExample(document: Document, body: MediaType, name: string): unknown {
  const whole = shown(document, body);
  const schema = schemaOf(document, body.schema);
  return Object(whole)[name] ?? schemaExample(document, schema.properties?.[name]);
}

function shown(document: Document, { example, examples }: Exampled): unknown {
  const [first] = Object.values(examples ?? {});
  return example ?? (first && resolve<{ value?: unknown }>(document, first).value);
}

function schemaExample(document: Document, schemaOrRef: Parameter["schema"]): unknown {
  const { example, examples } = schemaOf(document, schemaOrRef);
  return example ?? examples?.[0];
}
