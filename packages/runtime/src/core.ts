import type { Reply, RequestContext } from "./attempt.ts";
import type { OperationTable } from "./operation.ts";
import type { AnyClientOptions } from "./options.ts";

/** What a client keeps for those who build on it. */
export interface Core {
  readonly settings: AnyClientOptions & { readonly area?: string };
  readonly send: (request: Request, init: RequestInit, context: RequestContext) => Promise<Reply>;
  readonly table: OperationTable;
}

/** The property of a client that holds its `Core`, in any copy of the runtime. */
export const core: unique symbol = Symbol.for("chainkit.client") as never;
