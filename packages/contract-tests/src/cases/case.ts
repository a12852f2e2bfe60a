import type { JsonObject } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import type { Operation } from "../spec/operations.ts";

/** Kind of a case. */
export type Kind =
  | "example"
  | "boundary"
  | "negative"
  | "hostile"
  | "fuzz"
  | "security"
  | "method"
  | "media"
  | "preferred"
  | "invariant";

/** Capabilities that a case requires of a target; without them it is not applicable. */
export type Need =
  /** Returns a documented status or example on request (`Prefer`). */
  | "prefer"
  /** Returns the examples of the contract. */
  | "examples"
  /** A valid token is known. */
  | "token"
  /** Validates tokens. */
  | "tokens"
  /** Has a token with letters. */
  | "letters"
  /** Has state, and pages that respect `limit`. */
  | "state"
  /** Accepts only decimal digits as an integer. */
  | "digits"
  /** Existing values are known for the operation. */
  | "known"
  /** The operation can succeed without side effects. */
  | "harmless";

/** A part of the spec that states a requirement. */
export interface Rule {
  readonly part: JsonObject;
  readonly key?: string;
}

/** Expected response. */
export interface Expectation {
  /** Statuses (`404`) and ranges (`4XX`). */
  readonly statuses: readonly string[];
  /** Reason, as the end of the sentence "… is expected, because". */
  readonly because: string;
  readonly rule: Rule;
  /** Parameter that the response must name in `errors`. */
  readonly errorParameter?: string;
  /** Exact expected body. */
  readonly body?: unknown;
  /** Facts that the body must include. */
  readonly includes?: unknown;
  /** Whether the request excludes content codings. */
  readonly isUncoded?: boolean;
  /** Responses that may come from a gateway; only their status is judged. */
  readonly isForeign?: "all" | "errors";
}

/** What a case varies, and which constraint it violates. */
interface Varied {
  readonly parameter?: string | undefined;
  /** Whether it is the body. */
  readonly place?: "body";
  readonly keyword?: string;
}

/** A request and its expected response. */
export interface Case {
  readonly operation: Operation;
  readonly kind: Kind;
  /** Name, usually a parameter and a constraint. */
  readonly name: string;
  readonly request: HttpRequest;
  readonly expect: Expectation;
  readonly needs: readonly Need[];
  /** Whether the request is valid; undefined if it is not compared with Prism. */
  readonly valid?: boolean;
  /** The constraint that is tested, and from which side. */
  readonly covers?: { readonly constraint: string; readonly side: "accepts" | "refuses" };
  readonly varies?: Varied;
}
