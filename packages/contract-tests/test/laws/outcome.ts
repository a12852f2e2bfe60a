import { expect } from "vitest";
import { type Body, bodies } from "../../defects/service/defect.ts";
import type { ContractOptions } from "../../src/index.ts";
import { findingText } from "../../src/report/finding-text.ts";
import { runContract } from "../../src/run.ts";
import { known, startReference } from "../reference/server.ts";
import { type Service, TOKEN } from "../reference/service.ts";

/** What one invariant said of a deployment. */
export interface Outcome {
  readonly outcome: string;
  /** What was expected where it was violated. */
  readonly expected: readonly string[];
  /** Why nothing was compared. */
  readonly reason: string;
}

/** Runs one invariant against a reference that is changed. */
export async function outcomeOf(
  title: string,
  change: (service: Service) => void = () => {},
  options: ContractOptions = {},
): Promise<Outcome> {
  const { url, close } = await startReference(change);
  const { results } = await runContract({
    target: url,
    token: TOKEN,
    seed: 1,
    blockWaitMs: 0,
    known,
    include: [title],
    ...options,
  }).finally(close);
  const [result, ...others] = results;
  if (!result || others.length > 0) {
    throw new Error(`${title}: ${results.length} results instead of one`);
  }
  const findings = result.failure?.findings ?? [];
  return {
    outcome: result.outcome,
    expected: findings.map((finding) => findingText(finding).expected),
    reason: result.reason ?? "",
  };
}

/** Asserts that an invariant was violated, and that nothing else was expected. */
export function expectViolation({ outcome, expected }: Outcome, pattern: RegExp): void {
  expect(outcome).toBe("failed");
  expect(expected).not.toEqual([]);
  expect(expected.filter((each) => !pattern.test(each))).toEqual([]);
}

/** Changes the block of every lookup. */
export const blocks = (change: (block: Body) => void) =>
  bodies("getBlock", (body: Body) => void change(body.block));

/** Changes the transaction of every lookup. */
export const transactions = (change: (transaction: Body) => void) =>
  bodies("getTransaction", (body: Body) => void change(body.transaction));

/** Changes every record of some listings. */
export const records = (operations: string, change: (record: Body) => void) =>
  bodies(operations, (body: Body) => {
    const all = body.transactions ?? body.erc20TokenBalances ?? body.erc721TokenBalances;
    for (const record of all) {
      change(record);
    }
  });
