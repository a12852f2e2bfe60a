/** Whether everything is tried, with `CHAINKIT_THOROUGH=1`, as each night. */
export const isThorough = process.env.CHAINKIT_THOROUGH === "1";

/**
 * How often a property is tried: few times in every run, many with `CHAINKIT_THOROUGH=1`, as each
 * night.
 */
export function times(few: number, many: number): number {
  return isThorough ? many : few;
}

/** Every nth item; all with `CHAINKIT_THOROUGH=1`. */
export function sampled<T>(items: readonly T[], step: number): T[] {
  return items.filter((_, index) => index % times(step, 1) === 0);
}

/** The seeds 1, 2, …: as many as `times` says. */
export function seeds(few: number, many: number): number[] {
  return Array.from({ length: times(few, many) }, (_, index) => index + 1);
}
