import type { Case, Need } from "../cases/case.ts";
import type { Setting } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";

/** A deployment to be judged, and what it can do. */
export interface Target extends Setting {
  readonly url: string;
  readonly token?: string;
  /** Whether Prism answers there, whose second opinion is asked then. */
  readonly isPrism: boolean;
}

/** Why a target lacks something; undefined if it has it. */
type Reason = (target: Target, operation: Operation) => string | undefined;

/** What targets cannot do, and why. There is no other place where a case is left out. */
export const LIMITS: Readonly<Record<Need, Reason>> = {
  prefer: ({ isPrism }) =>
    isPrism
      ? undefined
      : "only Prism answers a status on demand; a deployment cannot be made to fail",
  examples: ({ answersExamples }) =>
    answersExamples ? undefined : "the deployment has data of its own, not the contract's examples",
  token: ({ token }) => (token === undefined ? "a token is needed: --token" : undefined),
  tokens: ({ isPrism }) => (isPrism ? "Prism takes any Bearer token" : undefined),
  state: ({ isPrism }) =>
    isPrism
      ? "Prism answers with examples: it remembers nothing, and its pages have the size of their example"
      : undefined,
  blame: ({ isPrism }) =>
    isPrism ? "Prism answers with the example it has, whichever parameter that blames" : undefined,
  digits: ({ isPrism }) =>
    isPrism ? "Prism reads 0x1f as a number, as JavaScript does" : undefined,
  known: (target, { id }) =>
    target.answersExamples || (target.known[id] ?? []).length > 0
      ? undefined
      : `no values of ${id} are known that exist there: --known`,
  harmless: ({ isPrism }, { idempotent, id }) =>
    isPrism || idempotent
      ? undefined
      : `${id} changes the deployment: the laws call it, and undo what it did`,
};

/** Why a case does not apply to a target; undefined if it does. */
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
