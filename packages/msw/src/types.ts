import type { AreaTypes } from "@chainkit/client";
import type { Reply } from "./reply.ts";

/** The areas of the contract. */
export type AreaKey = keyof AreaTypes;

type Client<Area extends AreaKey> = AreaTypes[Area]["client"];

/** A method of a client. */
type Method = (...args: never[]) => Promise<unknown>;

type ParamsOf<Operation extends Method> = NonNullable<Parameters<Operation>[0]>;

type DataOf<Operation extends Method> = Awaited<ReturnType<Operation>>;

/** All items of a listing, which are paginated by the parameter `limit`. */
type ItemsOf<Operation extends Method> =
  ReturnType<Operation> extends AsyncIterable<infer Item> ? readonly Item[] : never;

/** Response of an operation: a body, the items of a listing, a reply, or a `Response`, which is sent unchanged. */
type Answer<Operation extends Method> =
  | DataOf<Operation>
  | ItemsOf<Operation>
  | Reply
  | Response
  | undefined;

/**
 * Response of an operation, or a function that returns it for typed parameters. `undefined` selects the
 * example of the contract.
 */
type Override<Operation extends Method> =
  | Answer<Operation>
  | ((
      params: ParamsOf<Operation>,
      request: Request,
    ) => Answer<Operation> | Promise<Answer<Operation>>);

/** Responses by area and operation id. Other operations respond with the examples of the contract. */
export type Overrides = {
  readonly [Area in AreaKey]?: {
    readonly [Id in keyof Client<Area>]?: Client<Area>[Id] extends Method
      ? Override<Client<Area>[Id]>
      : never;
  };
};

/** A request that breaks the contract, or matches no operation. */
export interface Refusal {
  /** The operation id; `METHOD /path` if no operation matches. */
  readonly operation: string;
  /** The parameter at fault, `authorization`, or `body`; absent if no operation matches. */
  readonly parameter?: string;
  /** Reason for the rejection, with the expected value. */
  readonly reason: string;
  readonly request: Request;
}

/** Options of `handlersOf`. */
export interface DocumentOptions extends Pick<HandlersOptions, "all" | "onInvalidRequest"> {
  /** Base URL of the clients. Default: the first server of the document. */
  readonly baseUrl?: string;
  /**
   * Responses by operation id: a body, the items of a listing, a reply, a `Response`, or a function of parameters and
   * request that returns one of them. Other operations respond with the examples of the document.
   */
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Options of `handlers` and `overrides`. */
export interface HandlersOptions {
  /** Base URL of the clients. Relative URLs are resolved against the page. */
  readonly baseUrl: string;
  /** Responses of individual operations. */
  readonly responses?: Overrides;
  /** Response of all other operations, for example `offline()`. Default: the examples of the contract. */
  readonly all?: Reply;
  /** Areas to handle. Default: all. */
  readonly areas?: readonly AreaKey[];
  /**
   * Additional effect of a request that breaks the contract and gets the documented 400 or 401: none
   * (`respond`, the default), a console warning (`warn`), a console error and a network failure instead
   * of the response (`error`), or a function. If the function throws, this has the effect of `error`.
   */
  readonly onInvalidRequest?: "respond" | "warn" | "error" | ((refusal: Refusal) => void);
}
