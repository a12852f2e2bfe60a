/**
 * A function for each operation of an area, under its operation id. It takes and answers what the
 * generated client of the area takes and answers, so a handler that drifts does not compile.
 *
 * @example
 * const handlers: Handlers<ChainDataOperations> = {
 *   getBlock: async ({ chain_name, block_number }) => ({ block: … }),
 *   …
 * };
 */
export type Handlers<Operations> = {
  readonly [Id in keyof Operations]: Operations[Id] extends (
    params: infer Params,
    options?: never,
  ) => PromiseLike<infer Data>
    ? (params: Params) => Data | Promise<Data>
    : never;
};

/** A handler as the router sees it: the contract has judged what it gets and what it answers. */
export type AnyHandler = (params: never) => unknown;
