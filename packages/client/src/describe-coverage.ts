import type { Coverage } from "@chainkit/runtime";

/**
 * Describes in words what a list covers.
 *
 * @returns For example `blocks 17000000 to 17686121, incomplete, 3 balances pending`; empty if nothing is
 *   stated.
 */
export function describeCoverage(coverage: Coverage | undefined): string {
  const { from, to, complete, pending = 0, unreadable = 0 } = coverage ?? {};
  const parts: string[] = [];
  if (from !== undefined && to !== undefined) {
    parts.push(`blocks ${from} to ${to}`);
  }
  if (complete !== undefined) {
    parts.push(complete ? "complete" : "incomplete");
  }
  if (pending > 0) {
    parts.push(`${balances(pending)} pending`);
  }
  if (unreadable > 0) {
    parts.push(`${balances(unreadable)} unreadable`);
  }
  return parts.join(", ");
}

function balances(count: number): string {
  return count === 1 ? "1 balance" : `${count} balances`;
}
