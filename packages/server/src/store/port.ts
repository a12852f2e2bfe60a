/**
 * A store as those who use it see it: it may answer at once, as SQLite does, or later, as a database
 * beyond a network does. So whoever uses one awaits it, and any kind of store will do.
 */
export type Port<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Result | Promise<Result>
    : never;
};
