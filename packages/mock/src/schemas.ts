import { type SchemaPlace, schemaPlaces } from "@chainkit/openapi";
import { Ajv, type AnySchemaObject, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SpecDocument } from "./spec-document.ts";

const OPENAPI_KEYWORDS = ["discriminator", "xml", "externalDocs", "example"];

const DRAFT07_NOTE = " (parameters and headers are validated as draft-07)";

const OPTIONS: Options = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  validateSchema: false,
  allErrors: true,
  logger: false,
};

/**
 * Compiles every schema of a document in strict mode.
 *
 * Prism silently skips a schema that Ajv cannot compile, and then accepts any value. It validates
 * bodies as JSON Schema 2020-12, but parameters and headers always as draft-07, so their schemas must
 * be valid in both.
 *
 * @throws Error naming the location of the first schema that would be skipped.
 */
export function assertSchemasCompile(name: string, document: SpecDocument): void {
  // Ajv compiles references into the document, so it treats the document's own keys as keywords.
  const keywords = [...OPENAPI_KEYWORDS, ...Object.keys(document), ...extensionsIn(document)];
  const draft2020 = withDocument(new Ajv2020(OPTIONS), document, keywords);
  const draft07 = withDocument(new Ajv(OPTIONS), document, keywords);
  // Named schemas first, so that an error is reported at the definition and not at a use.
  const places = schemaPlaces(document).sort((a, b) => rank(a) - rank(b));
  for (const { pointer, schema, use } of places) {
    const reason =
      compileError(draft2020, pointer, schema) ??
      (use === "parameter" ? compileError(draft07, pointer, schema, DRAFT07_NOTE) : undefined);
    if (reason) {
      throw new Error(`${name}${pointer}: Prism would skip this schema: ${reason}`);
    }
  }
}

function rank(place: SchemaPlace): number {
  return place.pointer.startsWith("#/components/schemas/") ? 0 : 1;
}

/** Returns the reason why a schema cannot be compiled; undefined if it can. */
function compileError(ajv: Ajv, pointer: string, schema: unknown, note = ""): string | undefined {
  try {
    // `compile` validates only root schemas against the meta-schema.
    if (!ajv.validateSchema(schema as AnySchemaObject)) {
      return ajv.errorsText(ajv.errors, { dataVar: "schema" }) + note;
    }
    ajv.compile({ $ref: `document${pointer}` });
    return undefined;
  } catch (error) {
    return (error as Error).message + note;
  }
}

function withDocument<Instance extends Ajv>(
  ajv: Instance,
  document: SpecDocument,
  keywords: readonly string[],
): Instance {
  addFormats.default(ajv);
  ajv.addVocabulary([...new Set(keywords)]);
  ajv.addSchema(document, "document");
  return ajv;
}

function extensionsIn(document: SpecDocument): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.stringify(document, (key: string, value: unknown) => {
    if (/^x-[a-z0-9_$:-]+$/i.test(key)) {
      names.add(key);
    }
    return value;
  });
  return names;
}
