const secretName = /key|token|secret|passw|auth|sign/i;

/** The URL as errors and logs may show it: no credentials, and no value of a secret's name. */
export function redact(url: string): string {
  return url
    .replace(/^([a-z+.-]+:\/\/)[^/?#]*@/i, "$1")
    .replace(/([?&])([^=&#]+)=[^&#]*/g, (pair, mark, name) =>
      secretName.test(name) ? `${mark}${name}=***` : pair,
    );
}
