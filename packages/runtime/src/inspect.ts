import type { OperationTable } from "./operation.ts";
import type { AnyClientOptions } from "./options.ts";
import type { Reply, RequestContext } from "./send.ts";

/** What a client keeps for those who build on it. */
export interface Core {
  readonly settings: AnyClientOptions & { readonly area?: string };
  readonly send: (request: Request, init: RequestInit, context: RequestContext) => Promise<Reply>;
  readonly table: OperationTable;
}

/** The property of a client that holds its `Core`, in any copy of the runtime. */
export const core: unique symbol = Symbol.for("chainkit.client") as never;

/** What a client was created with. */
export interface ClientFacts {
  /** Name of the API area, such as `chain-data`. */
  readonly area: string;
  readonly baseUrl: string;
  readonly operations: OperationTable;
}

/**
 * Returns the area, base URL and operations of a client, for libraries that build on clients of any
 * area.
 *
 * @throws TypeError if the client was not created by the factory of an area.
 * @example
 * const { operations } = inspectClient(chainData);
 * operations.getBlock?.path; // "/v2/{chain_name}/blocks/{block_number}"
 */
export function inspectClient(client: object): ClientFacts {
  const { [core]: found } = client as { [core]?: Core };
  const { area, baseUrl } = found?.settings ?? {};
  if (!found || area === undefined || baseUrl === undefined) {
    throw new TypeError("not a client created by the factory of an area");
  }
  return { area, baseUrl, operations: found.table };
}

/**
 * Whether an operation only reads: a safe method, or a POST or PATCH that is declared idempotent
 * (`x-idempotent`).
 */
export function isRead({ method, idempotent }: OperationTable[string]): boolean {
  return (
    /^(GET|HEAD|OPTIONS|TRACE)$/.test(method) ||
    (idempotent === true && !/^(PUT|DELETE)$/.test(method))
  );
}
