import type { Middleware } from "@chainkit/runtime/validate";
import { validations } from "./generated/validate.ts";

/**
 * Creates middleware for development and tests: a call whose response breaks the contract fails with
 * an error of kind `decode` that names the field. Requires valibot.
 *
 * @returns Middleware for the clients of all areas. Other requests are not affected.
 * @example
 * const { chainData } = createChainkit({ baseUrl: "https://api.example.com", middleware: validate() });
 */
export function validate(): Middleware[] {
  return validations.map((create) => create());
}
