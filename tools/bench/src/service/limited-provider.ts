import { nodeBackend, type Refusal, startProvider } from "@chainkit/server/fake-provider";
import { sum } from "../figures.ts";

/** Ways in which providers refuse calls. */
const REFUSALS: readonly Refusal[] = [
  ...(["429", "429 Retry-After", "429 as code", "-32005", "-32007", "per item"] as const),
];
/** Values of `--provider`: all of them in turn, or one. */
export const PROVIDERS: readonly string[] = ["limited", ...REFUSALS];

/** Less than the service sends in the first seconds, and enough for new blocks and their balances. */
const CALLS_PER_SECOND = 100;
const TURN_MS = 10_000;

/**
 * Starts a provider in front of a node.
 *
 * @param name How it refuses calls beyond its limit, one of `PROVIDERS`.
 */
export async function limitedProvider(url: string, name: string) {
  const refusals = REFUSALS.filter((refusal) => name === "limited" || name === refusal);
  const startedAt = performance.now();
  const provider = await startProvider(nodeBackend(url), {
    limit: CALLS_PER_SECOND,
    get refusal() {
      const turn = Math.floor((performance.now() - startedAt) / TURN_MS);
      return refusals[turn % refusals.length] as Refusal;
    },
  });
  return {
    url: provider.url,
    /** Calls so far. */
    counts: () => ({ refused: provider.refused, served: sum(Object.values(provider.served)) }),
    stop: provider.close,
  };
}
