import { expect, test } from "vitest";
import { documentWith, generate, ok, typeErrors } from "./support.ts";

const securitySchemes = {
  api_key: { type: "apiKey", in: "header", name: "X-Key" },
  "App-ID": { type: "apiKey", in: "query", name: "appid" },
  sessionCookie: { type: "apiKey", in: "cookie", name: "sid" },
  login: { type: "http", scheme: "Basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: {} },
};

/** A document with one operation for each security, `get0`, `get1`, … */
function documentOf(...securities: object[][]): object {
  const paths = securities.map((security, index) => [
    `/${index}`,
    { get: { operationId: `get${index}`, ...ok, security } },
  ]);
  return documentWith(Object.fromEntries(paths), { components: { securitySchemes } });
}

test("each scheme is a client option, sent as the document says", async () => {
  const { files } = await generate(
    documentOf(
      [{ api_key: [] }],
      [{ "App-ID": [], login: [] }, { sessionCookie: [] }],
      [{ oauth: [] }, { bearer: [] }, {}],
    ),
  );
  const text = files.get("operations.ts") ?? "";
  expect(text).toContain(
    "credentials({ " +
      'token: { kind: "bearer" }, ' +
      'apiKey: { kind: "key", in: "header", name: "X-Key" }, ' +
      'appId: { kind: "key", in: "query", name: "appid" }, ' +
      'login: { kind: "basic" }, ' +
      'sessionCookie: { kind: "key", in: "cookie", name: "sid" } })',
  );
  expect(text.match(/credentials: \[\[.*/g)).toEqual([
    'credentials: [["apiKey"]],',
    'credentials: [["appId", "login"], ["sessionCookie"]],',
    'credentials: [["token"]],',
  ]);
  expect(text).toContain("Requires appId and login, or sessionCookie. ");
});

test("a document with bearer tokens alone ships no more than before", async () => {
  const { files } = await generate(documentOf([{ bearer: [] }], [{ oauth: [] }, {}]));
  const text = files.get("operations.ts") ?? "";
  expect(text).toContain('[{ area: "test-area" }, tokens]');
  expect(text).not.toContain("credentials");
});

test("an option is required that no operation can do without", async () => {
  const { files } = await generate(
    documentOf([{ login: [], api_key: [] }], [{ login: [], api_key: [] }, { login: [] }]),
  );
  const use = `import type { TestAreaClientOptions } from "./operations.ts";
const baseUrl = "https://api.example";
const login = { username: "me", password: "secret" };
export const all: TestAreaClientOptions = { baseUrl, login, apiKey: () => "k" };
export const later: TestAreaClientOptions = { baseUrl, login: async () => login };
// @ts-expect-error no login
export const none: TestAreaClientOptions = { baseUrl, apiKey: "k" };
// @ts-expect-error a login is no text
export const text: TestAreaClientOptions = { baseUrl, login: "me:secret" };
`;
  expect(await typeErrors(new Map([...files, ["use.ts", use]]))).toBe("");
});
