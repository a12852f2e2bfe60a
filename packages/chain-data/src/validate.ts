import { createValidation, type Middleware } from "@chainkit/runtime/validate";
import { responseSchemas } from "./generated/response-schemas.ts";

/**
 * Creates middleware for development and tests: a call whose response breaks the contract of the
 * “Chain data” API fails with an error of kind `decode` that names the field. Requires valibot.
 *
 * @example
 * const client = createChainDataClient({ …, middleware: [validate()] });
 */
export function validate(): Middleware {
  return createValidation(responseSchemas);
}
