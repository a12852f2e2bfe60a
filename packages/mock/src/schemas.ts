import { type SchemaPlace, schemaPlaces } from "@chainkit/openapi";
import { Ajv, type AnySchemaObject, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import type { SpecDocument } from "./spec-document.ts";

// The package is CommonJS; its default export arrives as the module object.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

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
 * Compiles every schema of a document strictly.
 *
 * Prism drops a schema that Ajv cannot compile and then accepts any value in its place, without a
 * word. Bodies are judged as JSON Schema 2020-12. Parameters and headers are judged by Prism as
 * draft-07 whatever the document says, so they must be sound in both.
 *
 * @throws Error naming the place of the first schema that would not be checked.
 */
export function assertSchemasCompile(name: string, document: SpecDocument): void {
  // Ajv takes the whole document for a schema, at whose places it then compiles: hence its own keys.
  const keywords = [...OPENAPI_KEYWORDS, ...Object.keys(document), ...extensionsIn(document)];
  const modern = prepare(new Ajv2020(OPTIONS), document, keywords);
  const draft07 = prepare(new Ajv(OPTIONS), document, keywords);
  // Named schemas first, so that a fault is reported where it is written and not where it is used.
  const places = schemaPlaces(document).sort((a, b) => rank(a) - rank(b));
  for (const { pointer, schema, use } of places) {
    const reason =
      fault(modern, pointer, schema) ??
      (use === "parameter" ? fault(draft07, pointer, schema, DRAFT07_NOTE) : undefined);
    if (reason) {
      throw new Error(`${name}${pointer}: Prism would skip this schema: ${reason}`);
    }
  }
}

function rank(place: SchemaPlace): number {
  return place.pointer.startsWith("#/components/schemas/") ? 0 : 1;
}

/** Why a validator cannot check a schema, if it cannot. */
function fault(ajv: Ajv, pointer: string, schema: unknown, note = ""): string | undefined {
  try {
    // Only a root is held against its meta-schema when it is compiled, hence both steps.
    if (!ajv.validateSchema(schema as AnySchemaObject)) {
      return ajv.errorsText(ajv.errors, { dataVar: "schema" }) + note;
    }
    ajv.compile({ $ref: `document${pointer}` });
    return undefined;
  } catch (error) {
    return (error as Error).message + note;
  }
}

function prepare<Instance extends Ajv>(
  ajv: Instance,
  document: SpecDocument,
  keywords: readonly string[],
): Instance {
  addFormats(ajv);
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
