const secret = /([?&][^=&]*(?:key|token|secret|passw|auth|sign)[^=&]*=)[^&]*/gi;

/** A URL as errors show it: without the values of query parameters that are named like a secret. */
export function redact(url: string): string {
  return url.replace(secret, "$1***");
}
