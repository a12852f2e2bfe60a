import { createValidation, type Middleware } from "@chainkit/runtime/validate";
import { responseSchemas } from "./generated/response-schemas.ts";

/**
 * Creates middleware for development and tests: a call whose response breaks the contract of the
 * “Subgraph management” API fails with an error of kind `decode` that names the field. Requires valibot.
 *
 * @example
 * const client = createSubgraphManagementClient({ …, middleware: [validate()] });
 */
export function validate(): Middleware {
  return createValidation(responseSchemas);
}
