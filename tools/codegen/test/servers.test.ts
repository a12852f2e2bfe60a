import { expect, test } from "vitest";
import { documentWith, generate, ok, oneOperation, operation, typeErrors } from "./support.ts";

const url = "https://api.example/v1";
const other = "https://other.example";

/** A document with servers, and an operation with its own. */
const withServers = (...own: object[]) =>
  oneOperation({ servers: own }, { servers: [{ url }, { url: other }] });

const serverOf = async (document: object) => (await operation(document)).rule.server;

test("an operation has the first of its servers, with the defaults of variables", async () => {
  const variables = { region: { default: "eu" } };
  const regional = { url: "https://{region}.example/{region}", variables };
  expect(await serverOf(withServers(regional, { url: other }))).toBe("https://eu.example/eu");
  expect(await serverOf(withServers({ url: "/v2" }))).toBe("/v2");
});

test("the server of the document, and none, are the base URL", async () => {
  expect(await serverOf(withServers({ url }))).toBeUndefined();
  expect(await serverOf(withServers())).toBeUndefined();
});

test("servers of a path are those of its operations, which may have others", async () => {
  const servers = [{ url: "/path" }];
  const document = documentWith({
    "/a": {
      servers,
      get: { operationId: "getThing", ...ok },
      put: { operationId: "putThing", ...ok, servers: [{ url: "/own" }] },
    },
  });
  expect(await serverOf(document)).toBe("/path");
  expect((await operation(document, "putThing")).rule.server).toBe("/own");
});

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
