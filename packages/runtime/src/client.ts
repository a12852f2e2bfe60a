import type { Client as RawClient } from "openapi-fetch";
import { Call } from "./call.ts";
import { checkBaseUrl, checkOptions, refuser } from "./check.ts";
import type { Params } from "./input.ts";
import { invoke } from "./invoke.ts";
import type { OperationTable } from "./operation.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { ListingCall } from "./paging.ts";
import { createRaw } from "./raw.ts";
import { begin } from "./send.ts";

/** A client of one API area: a method for each operation, and openapi-fetch's interface beneath. */
export type Client<Paths extends {}, Operations> = Operations & {
  /**
   * openapi-fetch's typed interface, for what the methods do not offer. Its calls go through the
   * same timeouts, retries, token and log; it answers `{ data, error, response }`.
   */
  readonly raw: RawClient<Paths>;
};

/**
 * Makes a client from a table of operations. Users call the factory of an area, which knows its
 * table and its types.
 *
 * @throws InputError if an option is wrong; nothing has been sent then.
 */
export function createClient<Paths extends {}, Operations>(
  table: OperationTable,
  options: ClientOptions,
): Client<Paths, Operations> {
  const refuse = refuser({ operation: "client", method: "", url: "", attempts: 0 });
  checkBaseUrl(options.baseUrl, refuse);
  checkOptions(options, refuse);
  const uses = [...(options.middleware ?? [])];
  const client: Record<string, unknown> = { raw: createRaw(options, uses) };
  for (const [id, rule] of Object.entries(table)) {
    client[id] = (params: Params = {}, call: CallOptions = {}) => {
      const ask = (more?: Params) => invoke(id, rule, options, uses, { ...params, ...more }, call);
      const { pagination } = rule;
      if (!pagination) return new Call(ask());
      const { cursorParameter } = pagination;
      return new ListingCall(ask(), {
        rule: pagination,
        start: params[cursorParameter],
        next: (cursor) => ask({ [cursorParameter]: cursor }),
        facts: begin(id, rule, options, call),
      });
    };
  }
  return client as Client<Paths, Operations>;
}
