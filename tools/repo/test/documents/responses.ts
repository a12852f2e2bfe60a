import { type JsonObject, type Operation, readOperations, toValidatable } from "@chainkit/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The body of a response, and its media type. */
export interface ResponseBody {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Requires no members that only requests have. */
function ofResponses(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const { properties, required } = value ?? {};
    return properties && Array.isArray(required)
      ? { ...value, required: required.filter((name) => !properties[name]?.writeOnly) }
      : value;
  });
}

/**
 * Judges bodies of responses by the schemas of their document, with a validator that no consumer has set up.
 *
 * @returns A function that says what is wrong with the body of a success; undefined if nothing is.
 */
export function responseJudge(document: JsonObject) {
  const validatable = ofResponses(toValidatable(document));
  const operations = new Map(readOperations(validatable).map((each) => [each.id, each]));
  const ajv = new Ajv2020({
    ...{ strict: false, logger: false, validateSchema: false },
    ...{ multipleOfPrecision: 9, ownProperties: true },
  });
  addFormats.default(ajv);
  // An `$id` in an example names nothing.
  Object.assign(ajv.opts, { schemaId: "x-no-schema-id" });
  const { components, paths } = validatable;
  ajv.addSchema({ components, paths }, "document");
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
    const known = compiled.get(schema) ?? ajv.compile(JSON.parse(text));
    compiled.set(schema, known);
    return known;
  };
  return ({ id }: Operation, { status, type, text }: ResponseBody): string | undefined => {
    const { responses = [] } = operations.get(id) ?? {};
    const code = String(status);
    const response = [code, `${code[0]}XX`, "default"]
      .map((name) => responses.find((each) => each.status.toUpperCase() === name))
      .find((found) => found !== undefined);
    const essence = (name: string) => name.split(";")[0]?.trim().toLowerCase();
    const media = response?.media.find((each) => essence(each.type) === essence(type));
    if (!media?.schema || !media.isJson) {
      return undefined;
    }
    const validate = validatorOf(media.schema);
    return validate(JSON.parse(text)) ? undefined : `${ajv.errorsText(validate.errors)}: ${text}`;
  };
}
