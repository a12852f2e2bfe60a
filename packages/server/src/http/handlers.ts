import type { Cacheable } from "./caching.ts";

/** Data, or data that caches may keep. */
type HandlerResult<Data> = Data | Cacheable<Data>;

/**
 * Handlers of an area by operation id. Parameters and results are those of the generated client, so
 * that a handler that does not match the contract does not compile. An operation without a handler
 * returns 501.
 *
 * @example
 * const handlers: Handlers<ChainDataOperations> = {
 *   getBlock: async ({ chain_name, block_number }) => ({ block: … }),
 *   …
 * };
 */
export type Handlers<Operations> = {
  readonly [Id in keyof Operations]?: Operations[Id] extends (
    params: infer Params,
    options?: never,
  ) => PromiseLike<infer Data>
    ? (params: Parsed<Params>, caller: Caller) => HandlerResult<Data> | Promise<HandlerResult<Data>>
    : never;
};

/** Parsed parameters of a request: an integer is a number. */
type Parsed<Params> = { readonly [Name in keyof Params]: Exclude<Params[Name], bigint> };

/** Identifies the caller by token, or else by network, for budgets; computed on demand. */
export type Caller = () => string;

/** A handler as the router sees it; its types were checked against the contract. */
export type AnyHandler = (params: never, caller: Caller) => unknown;
