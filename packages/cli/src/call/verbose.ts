import type { CallerOptions } from "./caller.ts";

const secret = /key|token|secret|passw|auth|sign/i;

/** The URL without the values of query parameters that are named like a secret. */
function shownUrl(input: string | Request): string {
  const url = new URL(input instanceof Request ? input.url : input);
  for (const name of url.searchParams.keys()) {
    if (secret.test(name)) {
      url.searchParams.set(name, "***");
    }
  }
  return url.href;
}

/** A `fetch` that logs each request and response. No header but the type of the body is shown. */
export function verboseFetch(log: (line: string) => void): NonNullable<CallerOptions["fetch"]> {
  return async (input, init) => {
    const headers = new Headers(init.headers);
    log(
      `> ${init.method} ${shownUrl(input)}${headers.has("authorization") ? " (with token)" : ""}`,
    );
    const start = performance.now();
    const response = await fetch(input, init);
    const id = response.headers.get("x-request-id");
    const took = Math.round(performance.now() - start);
    log(`< ${response.status} ${response.statusText} in ${took} ms${id ? ` (request ${id})` : ""}`);
    return response;
  };
}
