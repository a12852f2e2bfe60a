import type { Case, Need } from "../cases/case.ts";
import type { Setting } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";

/** The deployment under test and its capabilities. */
export interface Target extends Setting {
  /** Base URL; of the areas that have none of their own in `urls`. Absent: those are not tested. */
  readonly url?: string;
  /** Base URLs by area. */
  readonly urls?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Whether requests have a client certificate. */
  readonly hasCertificate?: boolean;
}

/** The base URL of an area; undefined if it is not to be tested. */
export function urlOf({ url, urls }: Target, area: string): string | undefined {
  return urls?.[area] ?? url;
}

/** Returns the reason why a target lacks a capability; undefined if it has it. */
type Reason = (target: Target, operation: Operation) => string | undefined;

/** Capabilities that targets lack, and why. Cases are skipped here and nowhere else. */
export const LIMITS: Readonly<Record<Need, Reason>> = {
  prefer: ({ isPrism }) =>
    isPrism
      ? undefined
      : "only Prism returns a status on request; a deployment cannot be made to fail",
  examples: ({ isPrism }) =>
    isPrism ? undefined : "the deployment serves its own data, not the examples of the contract",
  token: ({ token }) => (token === undefined ? "requires a token; pass --token" : undefined),
  tokens: ({ isPrism }) => (isPrism ? "Prism accepts any bearer token" : undefined),
  letters: ({ token = "" }) => (/[a-z]/i.test(token) ? undefined : "the token has no letters"),
  state: ({ isPrism }) =>
    isPrism
      ? "Prism returns examples: it keeps no state, and its pages have the size of their example"
      : undefined,
  digits: ({ isPrism }) => (isPrism ? "Prism parses 0x1f as a number" : undefined),
  known: (target, { id }) =>
    target.isPrism || (target.known[id] ?? []).length > 0
      ? undefined
      : `no existing values are known for ${id}; pass --known`,
  harmless: ({ isPrism }, { safe, id }) =>
    isPrism || safe
      ? undefined
      : `${id} changes the deployment: only invariants that undo it call it`,
};

/** Returns the reason why a case is not applicable to a target; undefined if it is. */
export function notApplicable(
  target: Target,
  { needs, operation }: Pick<Case, "needs" | "operation">,
): string | undefined {
  for (const need of needs) {
    const reason = LIMITS[need](target, operation);
    if (reason !== undefined) {
      return reason;
    }
  }
  return undefined;
}
