/**
 * Functions for operations of an area, each under its operation id. One takes and answers what the
 * generated client of the area takes and answers, so a handler that drifts does not compile, nor
 * does one of no operation. An operation may be without: it is answered with 501 until it has one.
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
    ? (params: Params) => Data | Promise<Data>
    : never;
};

/** A handler as the router sees it: the contract has judged what it gets and what it answers. */
export type AnyHandler = (params: never) => unknown;
