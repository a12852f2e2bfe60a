import type { AreaTypes } from "@chainkit/client";
import type { Reply } from "./reply.ts";

/** The areas of the contract. */
export type AreaKey = keyof AreaTypes;

type Client<Area extends AreaKey> = AreaTypes[Area]["client"];

/** A method of a client. */
type Method = (...args: never[]) => Promise<unknown>;

type ParamsOf<Operation extends Method> = NonNullable<Parameters<Operation>[0]>;

type DataOf<Operation extends Method> = Awaited<ReturnType<Operation>>;

/** All items of a listing: they are cut into pages by the parameter `limit`. */
type ItemsOf<Operation extends Method> =
  ReturnType<Operation> extends AsyncIterable<infer Item> ? readonly Item[] : never;

/** What an operation responds with: a body, the items of a listing, a reply, or a `Response` as it is. */
type Answer<Operation extends Method> =
  | DataOf<Operation>
  | ItemsOf<Operation>
  | Reply
  | Response
  | undefined;

/**
 * How an operation responds: always the same, or as a function of its typed parameters decides.
 * `undefined` stands for the contract's example.
 */
type Override<Operation extends Method> =
  | Answer<Operation>
  | ((
      params: ParamsOf<Operation>,
      request: Request,
    ) => Answer<Operation> | Promise<Answer<Operation>>);

/** How operations respond, by area and operation id. The others respond with the contract's examples. */
export type Overrides = {
  readonly [Area in AreaKey]?: {
    readonly [Id in keyof Client<Area>]?: Client<Area>[Id] extends Method
      ? Override<Client<Area>[Id]>
      : never;
  };
};

/** A request that the contract forbids, or that no operation matches. */
export interface Refusal {
  /** The operation id; `METHOD /path` if no operation matches. */
  readonly operation: string;
  /** The parameter at fault, `authorization`, or `body`; absent if no operation matches. */
  readonly parameter?: string;
  /** What is wrong, and what was expected. */
  readonly reason: string;
  readonly request: Request;
}

/** Options of `handlers` and `overrides`. */
export interface HandlersOptions {
  /** Base URL that the clients are given. Relative URLs are resolved against the page. */
  readonly baseUrl: string;
  /** How single operations respond. */
  readonly responses?: Overrides;
  /** How all other operations respond, for example `offline()`. Default: the contract's examples. */
  readonly all?: Reply;
  /** Areas to handle. Default: all. */
  readonly areas?: readonly AreaKey[];
  /**
   * What happens to a request that the contract forbids, after it was refused with the documented 400
   * or 401: nothing (`respond`, the default), a warning on the console (`warn`), an error on the
   * console and a network failure instead of the response (`error`), or what a function does, whose
   * exception counts as `error`.
   */
  readonly onInvalidRequest?: "respond" | "warn" | "error" | ((refusal: Refusal) => void);
}
