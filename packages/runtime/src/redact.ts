const secret = /([?&][^=&]*(?:key|token|secret|passw|auth|sign)[^=&]*=)[^&\s]*/gi;

/** A text as errors show it: in its URLs, query parameters that are named like a secret lose their values. */
export function redact(text: string): string {
  return text.replace(secret, "$1***");
}
