import type { Middleware } from "openapi-fetch";

export type { Middleware } from "openapi-fetch";

import { CallError } from "./errors.ts";

/** The part of a Standard Schema (standardschema.dev) that a response is validated by. */
interface StandardSchema {
  readonly "~standard": { validate(value: unknown): Outcome | Promise<Outcome> };
}

interface Outcome {
  readonly issues?: readonly Issue[] | undefined;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Schemas of the documented bodies by `METHOD /path`, then by status, range (`4XX`) or `default`. */
export type ResponseSchemas = Readonly<
  Record<
    string,
    { readonly id: string; readonly responses: Readonly<Record<string, StandardSchema>> }
  >
>;

/** Argument of `onResponse`; the clients add the number of attempts to that of openapi-fetch. */
type Answered = Parameters<NonNullable<Middleware["onResponse"]>>[0] & {
  readonly attempts?: number;
};

/**
 * Creates middleware that fails a call whose response breaks the contract, with an error of kind
 * `decode` that names the field. Users call the `validate` of an area, which knows its schemas.
 *
 * Responses without a documented JSON body are passed on as they are.
 */
export function createValidation(schemas: ResponseSchemas): Middleware {
  return {
    async onResponse({ request, response, schemaPath, attempts = 1 }: Answered) {
      const { id, responses } = schemas[`${request.method} ${schemaPath}`] ?? {};
      const { status } = response;
      const schema =
        responses?.[status] ?? responses?.[`${Math.floor(status / 100)}XX`] ?? responses?.default;
      if (!id || !schema) {
        return;
      }
      const text = await response.clone().text();
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        // The client itself refuses a success that is not JSON; an error may come from a proxy.
        return;
      }
      const { issues: [issue] = [] } = await schema["~standard"].validate(body);
      if (issue) {
        const pointer = pointerOf(issue);
        const facts = { operation: id, method: request.method, url: request.url, attempts };
        const what = `${status} response breaks the contract at ${pointer || "its root"}: ${issue.message.slice(0, 200)}`;
        throw new CallError("decode", facts, what, undefined, response, { pointer });
      }
    },
  };
}

/** The path of an issue as a JSON pointer (RFC 6901). */
function pointerOf({ path = [] }: Issue): string {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
