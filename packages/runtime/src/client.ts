import type { Client as RawClient } from "openapi-fetch";
import type { CallFacts } from "./api-error.ts";
import { type Answer, type ApiCall, Call } from "./call.ts";
import { checkBaseUrl, checkOptions, refuser } from "./check.ts";
import type { Params } from "./input.ts";
import { invoke } from "./invoke.ts";
import type { Operation, OperationTable } from "./operation.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
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

/** How the call of an operation is made of its requests. */
export type MakeCall = (rule: Operation, request: CallRequest) => ApiCall<unknown, unknown>;

/** What the call of an operation can ask for. */
export interface CallRequest {
  readonly params: Params;
  /** Sends the request with the call's parameters, some of them replaced. */
  readonly ask: (replaced?: Params) => Promise<Answer<unknown>>;
  /** What errors tell of the call before anything is sent. */
  readonly facts: () => CallFacts;
}

/**
 * Makes a client from a table of operations without listings. Users call the factory of an area,
 * which knows its table and its types.
 *
 * @throws InputError if an option is wrong; nothing has been sent then.
 */
export function createClient<Paths extends {}, Operations>(
  table: OperationTable,
  options: ClientOptions,
  makeCall: MakeCall = (_, { ask }) => new Call(ask()),
): Client<Paths, Operations> {
  const refuse = refuser({ operation: "client", method: "", url: "", attempts: 0 });
  checkBaseUrl(options.baseUrl, refuse);
  checkOptions(options, refuse);
  const uses = [...(options.middleware ?? [])];
  const client: Record<string, unknown> = { raw: createRaw(options, uses) };
  for (const [id, rule] of Object.entries(table)) {
    client[id] = (params: Params = {}, call: CallOptions = {}) =>
      makeCall(rule, {
        params,
        ask: (replaced) => invoke(id, rule, options, uses, { ...params, ...replaced }, call),
        facts: () => begin(id, rule, options, call),
      });
  }
  return client as Client<Paths, Operations>;
}
