/** Seconds before a contract that is set aside is tried again, for the first time. */
const FIRST_RETRY_S = 60;
/** The last pause that is twice as long as the one before: 17 hours. */
const MAX_DOUBLINGS = 10;

/**
 * Returns the seconds until the next attempt, as SQL.
 *
 * @param attempts Column of the number of failed attempts.
 * @param least Function of the smaller of two numbers.
 */
export function pauseAfter(attempts: string, least: "min" | "least"): string {
  return `(${FIRST_RETRY_S} << ${least}(${attempts} - 1, ${MAX_DOUBLINGS}))`;
}
