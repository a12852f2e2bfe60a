import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMock } from "@chainkit/mock";
import { expect, test } from "vitest";
import { run, serve, temporaryFolder } from "./support.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));
const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(["--spec", museum, ...args], { env });

const responses = { 204: { description: "Done." } };

/** Writes a document, and returns the path of its file. */
async function fileOf(document: object): Promise<string> {
  const file = join(temporaryFolder(), "own.json");
  const info = { title: "Own", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.1.0", info, ...document }));
  return file;
}

test("every operation is a command, and responds as the mock does", async () => {
  const mock = await startMock({ specs: [museum] });
  const env = { MUSEUM_BASE_URL: mock.url, MUSEUM_MUSEUM_PLACEHOLDER_AUTH: "a:b" };
  try {
    const hours = await call(["get-museum-hours", "--limit", "2", "-o", "csv"], env);
    expect(hours.stdout).toMatch(/^date,timeOpen,timeClose\r\n2030-02-04,09:00,18:00\r\n/);
    const ticket = { ticketType: "general", ticketDate: "2030-02-04", email: "a@b.c" };
    const bought = await call(["buy-museum-tickets", "--body", JSON.stringify(ticket)], env);
    expect(JSON.parse(bought.stdout)).toMatchObject({ ticketType: "general" });
    const id = "11111111-2222-4333-8444-555555555502";
    const code = await call(["get-ticket-code", "--ticket-id", id], env);
    expect(code).toMatchObject({ code: 0, stdout: "text", stderr: "" });
    const wrong = await call(["get-museum-hours"], { MUSEUM_BASE_URL: mock.url });
    expect(wrong).toMatchObject({
      code: 2,
      stderr:
        "chainkit: get-museum-hours: no museumPlaceholderAuth is set\n" +
        "Set MUSEUM_MUSEUM_PLACEHOLDER_AUTH or --museum-placeholder-auth.\n",
    });
  } finally {
    await mock.close();
  }
});

test("help names the optional parameters that an operation does without", async () => {
  const nested = { type: "array", items: { type: "array", items: { type: "string" } } };
  const parameters = [
    { name: "limit", in: "query", schema: { type: "integer" } },
    { name: "filter", in: "query", schema: nested },
  ];
  const components = { securitySchemes: { login: { type: "http", scheme: "bearer" } } };
  const get = { operationId: "getA", parameters, responses };
  const paths = { "/a": { get, trace: { operationId: "traceA", responses } } };
  const file = await fileOf({ paths, components, security: [{ login: [] }] });
  const { stdout } = await run(["--spec", file, "get-a", "--help"]);
  expect(stdout).toContain("--limit <integer>");
  expect(stdout).toMatch(/^Not supported, and left out:\n {2}query parameter "filter"\S* +\S/m);
  expect(stdout).not.toContain("--filter");
  const refused = await run(["--spec", file, "trace-a"]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("send TRACE\nFix: ") });
  expect(stdout.match(/--token\S* <\w+>/g)).toEqual(["--token-file <file>", "--token <token>"]);
});

test("without a base URL, an operation is called at the server that the document states for it", async () => {
  const own = await serve((_, response) => response.writeHead(204).end());
  const servers = [{ url: own.url }];
  const file = await fileOf({
    servers: [{ url: "http://first.invalid" }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }, {}],
    paths: { "/a": { servers, get: { operationId: "getA", responses } } },
  });
  expect(await run(["--spec", file, "get-a"])).toMatchObject({ code: 0, stderr: "" });
  const other = await serve((_, response) => response.writeHead(204).end());
  await run(["--spec", file, "get-a"], { env: { OWN_BASE_URL: other.url } });
  expect([own.requests.length, other.requests.length]).toEqual([1, 1]);
});

test("credentials are sent, and shown in no error and no dry run", async () => {
  const { url, requests } = await serve((request, response) => {
    response.writeHead(401).end(request.headers.authorization);
  });
  const env = { MUSEUM_BASE_URL: url, MUSEUM_MUSEUM_PLACEHOLDER_AUTH: "user:secret-word" };
  const { code, stderr } = await call(["get-museum-hours", "--verbose"], env);
  expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa("user:secret-word")}`);
  expect(code).toBe(6);
  expect(stderr).toContain("Check the credentials: MUSEUM_MUSEUM_PLACEHOLDER_AUTH.");
  expect(stderr).not.toMatch(new RegExp(`secret-word|${btoa("user:secret-word")}`));
  const { stdout } = await call(["get-museum-hours", "--dry-run"], env);
  expect(stdout).toMatch(/^curl --user "\$MUSEUM_MUSEUM_PLACEHOLDER_AUTH" 'http/);
});

test("of alternatives, the first credential that is not set is named", async () => {
  const key = (name: string) => ({ type: "apiKey", in: "header", name });
  const security = [{ one: [], two: [] }, { three: [] }];
  const file = await fileOf({
    servers: [{ url: "http://first.invalid" }],
    components: { securitySchemes: { one: key("one"), two: key("two"), three: key("three") } },
    paths: { "/a": { get: { operationId: "getA", security, responses } } },
  });
  const get = ["--spec", file, "get-a"];
  const { stderr } = await run(get, { env: { OWN_ONE: "x" } });
  expect(stderr).toBe("chainkit: get-a: no two is set\nSet OWN_TWO or --two.\n");
  const { stdout } = await run([...get, "--dry-run"]);
  expect(stdout).toMatch(/^curl .*first\.invalid\/a/);
  expect((await run([...get, "--help"])).stdout).toContain(" --two <key> ");
});
