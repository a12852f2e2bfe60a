/** A call that a provider receives. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How a provider reports that a limit is exceeded. */
export type Refusal = "429" | "429 Retry-After" | "-32005" | "-32007" | "429 as code" | "per item";

/** A rate limit. */
interface Limit {
  /** Units per second; absent: there is no limit. */
  readonly limit?: number;
  /** Units that a client may save up; default: those of one second. */
  readonly burst?: number;
}

/** A bucket that holds the units that were not used. */
export function bucket(limits: Limit) {
  const most = () => limits.burst ?? limits.limit ?? 0;
  let units = most();
  let at = performance.now();
  return {
    refill() {
      const now = performance.now();
      units = Math.min(most(), units + ((now - at) * (limits.limit ?? 0)) / 1000);
      at = now;
    },
    take(cost: number): boolean {
      if (limits.limit === undefined) {
        return true;
      }
      if (units < cost) {
        return false;
      }
      units -= cost;
      return true;
    },
  };
}

/** Refuses a request for the limit. */
export function refuse(
  send: (status: number, body: unknown, headers?: Record<string, string>) => unknown,
  refusal: Refusal,
  content: Call | Call[],
  { limit = 0, retryAfter = 1 }: { readonly limit?: number; readonly retryAfter?: number },
) {
  const id = Array.isArray(content) ? null : content.id;
  const reply = (code: number, message: string) => ({
    jsonrpc: "2.0",
    id,
    error: { code, message },
  });
  switch (refusal) {
    case "429 Retry-After":
      return send(429, {}, { "retry-after": String(retryAfter) });
    case "-32005":
      return send(200, reply(-32005, "daily request count exceeded, request rate limited"));
    case "-32007":
      return send(200, reply(-32007, `${limit}/second request limit reached - reduce calls`));
    case "429 as code":
      return send(200, reply(429, "Your app has exceeded its compute units per second capacity"));
    default:
      return send(429, reply(429, "slow down"));
  }
}
