import { docstring } from "./docstring.ts";
import { literal } from "./literal.ts";

/** Emits the part of the runtime that sends operations to their servers. @param other The part that it extends. */
export function serversPart(urls: readonly string[], other: string | undefined): string {
  return `/* @__PURE__ */ servers(${[literal(urls), ...(other ? [other] : [])].join(", ")})`;
}

/** Emits the client option that replaces servers. */
export function serversOption(urls: readonly string[]): string {
  const doc =
    "Base URLs of operations that the contract places on servers of their own; without one, `baseUrl` is used.";
  const type = `Readonly<Partial<Record<${urls.map((url) => JSON.stringify(url)).join(" | ")}, string>>>`;
  return `${docstring([doc], "  ")}  servers?: ${type} | undefined;\n`;
}
