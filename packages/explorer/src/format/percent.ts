const HUNDRED = 100n;

/** Returns the share of a decimal amount in another, as a whole percentage; 0 of nothing is 0. */
export function percentOf(part: string, whole: string): number {
  const all = BigInt(whole ?? 0);
  return all === 0n ? 0 : Number((BigInt(part ?? 0) * HUNDRED) / all);
}
