/** What to do when a signal aborts. */
const reactionsBySignal = new WeakMap<EventTarget, Set<() => void>>();

/** The one listener of all calls on a signal: Node warns of a leak if a signal has more than ten. */
function runReactions({ target }: Event): void {
  for (const react of reactionsBySignal.get(target as EventTarget) ?? []) {
    react();
  }
}

/** Calls a function when a signal aborts; returns the function that ends this. */
function onAbort(signal: AbortSignal, react: () => void): () => void {
  const reactions = reactionsBySignal.get(signal) ?? new Set();
  reactionsBySignal.set(signal, reactions.add(react));
  signal.addEventListener("abort", runReactions);
  return () => {
    reactions.delete(react);
    if (reactions.size === 0) {
      signal.removeEventListener("abort", runReactions);
    }
  };
}

/** A timer set further ahead than 2^31 ms fires at once. */
const MAX_TIMER_MS = 2e9;

/**
 * Waits for work until the time is over or the signal aborts.
 *
 * @param work Default: only the time passes.
 * @returns undefined if it was not waited for to the end.
 */
export function waitFor<Value>(
  work: Promise<Value> | undefined,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const end = (result?: Promise<Value>) => {
      clearTimeout(timer);
      forget?.();
      resolve(result);
    };
    const stop = () => end();
    const finish = () => end(work);
    const timer = setTimeout(stop, Math.min(ms, MAX_TIMER_MS));
    const forget = signal && onAbort(signal, stop);
    work?.then(finish, finish);
    if (signal?.aborted) {
      stop();
    }
  });
}
