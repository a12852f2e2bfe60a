import { type JsonObject, type Operation, readOperations, toValidatable } from "@chainkit/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The body of a response, and its media type. */
export interface ResponseBody {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Judges bodies of responses by the schemas of their document, with a validator that no consumer has set up.
 *
 * @returns A function that says what is wrong with the body of a success; undefined if nothing is.
 */
export function responseJudge(document: JsonObject) {
  const validatable = toValidatable(document);
  const { components, paths } = validatable;
  const operations = new Map(readOperations(validatable).map((each) => [each.id, each]));
  const ajv = new Ajv2020({ strict: false, logger: false, multipleOfPrecision: 9 });
  addFormats.default(ajv);
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile({ ...schema, components, paths });
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
