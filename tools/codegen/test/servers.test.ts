import { expect, test } from "vitest";
import { generate, oneOperation, typeErrors } from "./support.ts";

const url = "https://api.example/v1";
const other = "https://other.example";

test("the part extends that of the credentials, and the option names each server", async () => {
  const securitySchemes = { key: { type: "apiKey", in: "query", name: "k" } };
  const rest = { components: { securitySchemes }, security: [{ key: [] }] };
  const { files } = await generate(oneOperation({ servers: [{ url: other }] }, rest));
  const text = files.get("operations.ts");
  expect(text).toContain(
    `servers(["${other}"], /* @__PURE__ */ credentials({ key: { kind: "key", in: "query", name: "k" } }))]`,
  );
  const use = `import type { TestAreaClientOptions } from "./operations.ts";
const baseUrl = "https://api.example";
export const all: TestAreaClientOptions = { baseUrl, key: "k", servers: { "${other}": baseUrl } };
// @ts-expect-error unknown server
export const wrong: TestAreaClientOptions = { baseUrl, key: "k", servers: { "${url}": baseUrl } };
`;
  expect(await typeErrors(new Map([...files, ["use.ts", use]]))).toBe("");
});
