import { setTimeout as sleep } from "node:timers/promises";
import { parseRetryAfter } from "@chainkit/openapi/http";
import type { Expectation } from "./cases/case.ts";
import type { HttpResponse } from "./http/send.ts";
import { isAmong } from "./judge/status.ts";
import type { Operation } from "./spec/operations.ts";

const MAX_ATTEMPTS = 4;

/** First delay after a response without `Retry-After`, in milliseconds; it doubles with each attempt. */
const BACKOFF_MS = 250;

/** Options of {@link sendPatiently}. */
export interface PatienceOptions {
  /** Longest `Retry-After` to wait for, in milliseconds. */
  readonly maxRetryAfterMs: number;
  readonly send: () => Promise<HttpResponse>;
  /** Called with each response that asks to wait. */
  readonly onWait: (response: HttpResponse) => void;
  /** Returns the error if the target stays busy. */
  readonly onBusy: (reason: string) => Error;
}

/**
 * Sends a request, and retries it after a 429, and after a 503 with `Retry-After` if the operation is
 * safe, unless that status is expected.
 *
 * @throws The error of `onBusy`, if the target stays busy or asks to wait for too long.
 */
export async function sendPatiently(
  operation: Operation,
  expect: Expectation,
  { maxRetryAfterMs, send, onWait, onBusy }: PatienceOptions,
): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    const { status } = response;
    const stated = parseRetryAfter(response.headers["retry-after"]);
    const isBusy = status === 429 || (status === 503 && operation.safe && stated !== undefined);
    if (!isBusy || isAmong(status, expect.statuses)) {
      return response;
    }
    onWait(response);
    const ms = stated ?? BACKOFF_MS * 2 ** (attempt - 1);
    if (attempt === MAX_ATTEMPTS || ms > maxRetryAfterMs) {
      throw onBusy(status === 429 ? "rate limited" : "temporarily unavailable");
    }
    await sleep(ms);
  }
}
