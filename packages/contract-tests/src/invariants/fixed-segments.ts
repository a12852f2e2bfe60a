import type { Operation } from "../spec/operations.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";

/**
 * Invariants of path segments that are the same in all paths of a deployment (`x-client-option`): a path
 * with another one is none of its paths.
 */
export function fixedSegmentInvariants(operation: Operation): Invariant[] {
  return operation.parameters
    .filter(({ in: place, clientOption }) => place === "path" && clientOption !== undefined)
    .filter(() => operation.safe)
    .map(({ name }) => ({
      name: `nothing is found with another ${name}`,
      operation: operation.id,
      needs: ["state", "known"],
      check: (fixture) => check(fixture, name),
    }));
}

async function check(fixture: Fixture, name: string): Promise<void> {
  const { context, operation } = fixture;
  const [known] = fixture.known(operation.id);
  const other = `contract-${context.runId}-other`;
  const request = context.request(operation, { ...known, [name]: other });
  const because = `${name} is the same in all paths of the deployment`;
  const expect = { statuses: ["4XX"], because, rule: { part: operation.node } };
  const { response } = await context.exchange(operation, request, { ...expect, isForeign: "all" });
  const status = response?.status ?? 0;
  const isRefused = status >= 400 && status < 500;
  fixture.assert(isRefused, `4XX for ${name} ${other}, because ${because}`, `${status}`);
}
