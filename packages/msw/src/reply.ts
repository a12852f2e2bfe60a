/** A response that depends on the operation it is for. Made by the functions that follow. */
export class Reply {
  readonly status: number | undefined;
  readonly example: string | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>> = {};
  readonly delayMs: number = 0;
  readonly isOffline: boolean = false;
  /** Replies to take turns, the last of them for good. */
  readonly turns: readonly unknown[] | undefined;

  constructor(of: Partial<Reply>) {
    Object.assign(this, of);
  }
}

/**
 * A response with a status: the contract's example of it, unless a body is given.
 *
 * @param code HTTP status.
 * @param body JSON body. It must keep to the contract if the status is documented.
 * @param headers Headers to add.
 */
export function status(
  code: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return new Reply({ status: code, body, headers });
}

/** The contract's example of a success with this name; without a name, the first one. */
export function example(name?: string): Reply {
  return new Reply({ example: name });
}

/** 401: the token is missing or wrong. */
export function unauthorized(): Reply {
  return status(401, undefined, { "www-authenticate": "Bearer" });
}

/** 404: there is no such thing. */
export function notFound(): Reply {
  return status(404);
}

/**
 * 429: too many requests. Clients wait and send again.
 *
 * @param retryAfterSeconds Value of `Retry-After`, in seconds. Default 1.
 */
export function rateLimited(retryAfterSeconds = 1): Reply {
  return status(429, undefined, { "retry-after": String(retryAfterSeconds) });
}

/** 500: the service failed. Clients send reads again. */
export function serverError(): Reply {
  return status(500);
}

/**
 * A response that comes late.
 *
 * @param delayMs Delay, in milliseconds.
 * @param reply What comes then. Default: the contract's example.
 */
export function slow(delayMs: number, reply: Reply = example()): Reply {
  return new Reply({ ...reply, delayMs: reply.delayMs + delayMs });
}

/** No response: the request fails as it does without a network. */
export function offline(): Reply {
  return new Reply({ isOffline: true });
}

/**
 * Different replies to successive requests; the last is for all that follow.
 *
 * @example
 * inTurn(rateLimited(), example())
 */
export function inTurn(...turns: readonly [Reply, ...Reply[]]): Reply {
  return new Reply({ turns });
}
