import type { JsonObject } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import type { Operation } from "../spec/operations.ts";

/** What a case tries. */
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

/** What a case asks of a target; what a target lacks makes the case not applicable to it. */
export type Need =
  /** It returns a documented status or example on demand (`Prefer`). */
  | "prefer"
  /** It returns with the examples of the contract. */
  | "examples"
  /** A token that it accepts is at hand. */
  | "token"
  /** It tells good tokens from bad ones. */
  | "tokens"
  /** It remembers, and its pages obey `limit`. */
  | "state"
  /** It reads only decimal digits as an integer. */
  | "digits"
  /** It names the parameter that it refuses. */
  | "errors"
  /** Values that exist there are known for the operation. */
  | "known"
  /** The operation may succeed there without leaving anything behind. */
  | "harmless";

/** A part of the spec that demands something. */
export interface Rule {
  readonly part: JsonObject;
  readonly key?: string;
}

/** What must come. */
export interface Expectation {
  /** Statuses (`404`) and ranges (`4XX`). */
  readonly statuses: readonly string[];
  /** Why, as the end of the sentence "… is expected, because". */
  readonly because: string;
  readonly rule: Rule;
  /** The parameter that the response must name in `errors`. */
  readonly errorParameter?: string;
  /** The body that must come, exactly. */
  readonly body?: unknown;
  /** Facts that the body must include. */
  readonly includes?: unknown;
  /** What a gateway may respond in the operation's place: only the status is judged then. */
  readonly isForeign?: "all" | "errors";
}

/** One request and what must come of it. */
export interface Case {
  readonly operation: Operation;
  readonly kind: Kind;
  /** What is tried: a parameter and a constraint, mostly. */
  readonly name: string;
  readonly request: HttpRequest;
  readonly expect: Expectation;
  readonly needs: readonly Need[];
  /** Whether the request obeys the contract, where a agreement with Prism on it makes sense. */
  readonly valid?: boolean;
  /** The constraint that is tried, and from which side. */
  readonly covers?: { readonly constraint: string; readonly side: "accepts" | "refuses" };
}

/** `operationId / kind / parameter`, as reports name a case. */
export function titleOf({
  operation,
  kind,
  name,
}: Pick<Case, "operation" | "kind" | "name">): string {
  return `${operation.id} / ${kind} / ${name}`;
}
