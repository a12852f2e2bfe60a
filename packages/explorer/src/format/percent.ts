const THOUSAND = 1000n;
const TEN = 10;

/** Returns the share of a decimal amount in another, in percent: below ten with one decimal place. 0 of nothing is 0. */
export function percentOf(part: string, whole: string): number {
  const all = BigInt(whole ?? 0);
  const percent = all === 0n ? 0 : Number((BigInt(part ?? 0) * THOUSAND) / all) / TEN;
  return percent < TEN ? percent : Math.floor(percent);
}
