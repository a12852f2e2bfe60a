import { type ClientCredential, schemesOf } from "@chainkit/openapi/rules";
import { docstring } from "./docstring.ts";
import { literal } from "./literal.ts";

/** Emits the part of the runtime that sends the credentials. */
export function credentialsPart(credentials: readonly ClientCredential[]): string {
  return `/* @__PURE__ */ credentials(${literal(schemesOf(credentials))})`;
}

/** Emits the client options that are credentials. */
export function credentialOptions(credentials: readonly ClientCredential[]): string[] {
  return credentials.map(({ name, credential, required }) => {
    const type = credential.kind === "basic" ? "BasicSource" : "TokenSource";
    const property = required ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
    return `${docstring([describe(credential)], "  ")}  ${property};\n`;
  });
}

function describe(credential: ClientCredential["credential"]): string {
  const by = "or a function that returns";
  switch (credential.kind) {
    case "bearer":
      return `Bearer token, ${by} it, called before each attempt.`;
    case "basic":
      return `Username and password, ${by} them, called before each attempt.`;
    case "key": {
      const place = credential.in === "query" ? "query parameter" : credential.in;
      return `API key, ${by} it, called before each attempt. Sent as the ${place} \`${credential.name}\`.`;
    }
  }
}
