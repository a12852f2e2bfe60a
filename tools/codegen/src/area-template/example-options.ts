import type { CredentialOption } from "../operations/model.ts";
import type { Operations } from "../operations/read.ts";

/** URL of the mock. */
export const mockUrl = "http://127.0.0.1:4010";

/** Returns the required client options, and the given credentials, with example values. */
export function exampleOptions(
  { options }: Operations,
  baseUrl: string,
  credentials: readonly CredentialOption[] = [],
): Record<string, unknown> {
  const bound = options
    .filter((option) => option.required)
    .map(({ name, parameter }) => [name, parameter.example ?? "…"]);
  const secrets = Object.fromEntries(credentials.map((each) => [each.name, exampleOf(each)]));
  return { baseUrl, ...Object.fromEntries(bound), ...secrets };
}

function exampleOf({ credential }: CredentialOption): unknown {
  const values = {
    bearer: "my-token",
    key: "my-key",
    basic: { username: "me", password: "secret" },
  };
  return values[credential.kind];
}
