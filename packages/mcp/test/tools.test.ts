import { operations } from "@chainkit/client/operations";
import { type Mock, startMock } from "@chainkit/mock";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, jsonOf, SETTINGS, textOf } from "./support.ts";

const all = Object.values(operations).flatMap((area) => Object.values(area));
const writes = all.filter(({ safe }) => !safe).map(({ id }) => id);
const combined = ["list_chains", "wallet_summary"];
const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).sort();

let mock: Mock;
let connected: Awaited<ReturnType<typeof connect>>;
let client: Client;
let tools: Tool[];
beforeAll(async () => {
  mock = await startMock();
  connected = await connect({ baseUrl: mock.url, settings: SETTINGS, allowWrites: true });
  client = connected.client;
  ({ tools } = await client.listTools());
});
afterAll(async () => {
  await connected?.close();
  await mock?.close();
});

describe("the tools", () => {
  it("are the operations of the contract, and some that combine them", () => {
    expect(namesOf(tools)).toEqual([...all.map(({ id }) => id), ...combined].sort());
  });

  it("take no more than 12 kB of a model's context", () => {
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(12_000);
  });

  it.each(all)("$id is described as the contract says", (operation) => {
    const tool = tools.find(({ name }) => name === operation.id);
    const { safe, idempotent, summary, params } = operation;
    expect(tool).toMatchObject({
      title: summary,
      // What is not said has the default of MCP: not read-only, destructive, of an open world.
      annotations: safe ? { readOnlyHint: true } : { idempotentHint: idempotent },
    });
    const [paragraph = ""] = operation.description.split("\n\n");
    expect(tool?.description).toBe(paragraph.trim().replaceAll("\n", " "));
    const own = Object.keys(params.properties as object);
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual([...own, "full"]);
    expect(tool?.inputSchema.required).toEqual(params.required);
  });

  it.each(all)("$id has schemas and names that strict clients accept", ({ id }) => {
    const tool = tools.find(({ name }) => name === id);
    expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(tool?.inputSchema).toMatchObject({ type: "object" });
    // Strict: neither an unknown keyword nor a reference that leads nowhere.
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
    expect(() => ajv.compile(tool?.inputSchema as object)).not.toThrow();
    for (const name of Object.keys(tool?.inputSchema.properties ?? {})) {
      expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    }
  });

  it.each(all.flatMap(({ id, examples }) => examples.map((example) => ({ id, example }))))(
    "$id called with $example returns what the contract says, in full and shortened",
    async ({ id, example }) => {
      const result = await client.callTool({ name: id, arguments: { ...example, full: true } });
      expect(textOf(result)).not.toBe("");
      expect(result.isError, textOf(result)).not.toBe(true);
      const { result: schema = {} } = all.find((each) => each.id === id) ?? {};
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      expect(ajv.validate(schema, jsonOf(result)), ajv.errorsText()).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      const short = await client.callTool({ name: id, arguments: { ...example } });
      expect(short.isError, textOf(short)).not.toBe(true);
    },
  );

  it("call no operation of which the contract has no example", () => {
    expect(all.filter(({ examples }) => examples.length === 0)).toEqual([]);
  });
});

it("a read-only server offers no operation that changes data, and says how to allow it", async () => {
  const reader = await connect({ baseUrl: mock.url, settings: SETTINGS });
  const { tools } = await reader.client.listTools();
  expect(writes.length).toBeGreaterThan(2);
  expect(namesOf(tools)).toEqual(
    [...all.flatMap(({ id }) => (writes.includes(id) ? [] : [id])), ...combined].sort(),
  );
  for (const name of writes) {
    const result = await reader.client.callTool({ name, arguments: {} });
    expect([result.isError, textOf(result)]).toEqual([
      true,
      expect.stringContaining("needs --allow-writes"),
    ]);
  }
  await reader.close();
});

it("a server without settings offers what needs none, and names the variables for the others", async () => {
  const reader = await connect({ baseUrl: mock.url });
  const { tools } = await reader.client.listTools();
  expect(namesOf(tools)).toEqual(
    [...all.flatMap(({ id, auth }) => (auth === "required" ? [] : [id])), ...combined].sort(),
  );
  const [operation] = all.filter(({ safe, auth }) => safe && auth === "required");
  const result = await reader.client.callTool({ name: operation?.id ?? "", arguments: {} });
  expect(textOf(result)).toContain("CHAINKIT_TOKEN and CHAINKIT_GRAPH_NS");
  await expect(reader.client.callTool({ name: "nothing" })).rejects.toThrow(/unknown tool/);
  expect(reader.client.getServerVersion()).toMatchObject({ name: "chainkit", title: "chainkit" });
  await reader.close();
});

/** The JSON of a resource. */
async function read(uri: string) {
  const { contents } = await client.readResource({ uri });
  return JSON.parse(contents.map((each) => ("text" in each ? each.text : "")).join(""));
}

describe("the resources", () => {
  it("are the guides and the contract", async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain("chainkit://guides/paging-and-resuming.md");
    const { contents } = await client.readResource({ uri: "chainkit://guides/agents-mcp.md" });
    expect(contents[0]).toMatchObject({ mimeType: "text/markdown" });
    const contracts = uris.filter((uri) => uri.startsWith("chainkit://contract/"));
    const paths = await Promise.all(
      contracts.map(async (uri) => Object.keys((await read(uri)).paths)),
    );
    expect(paths.flat().sort()).toEqual(all.map(({ path }) => path).sort());
  });

  it("have a template for single operations", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]?.uriTemplate).toBe("chainkit://operations/{tool}");
    const uri = `chainkit://operations/${all[0]?.id}`;
    expect(await read(uri)).toEqual(JSON.parse(JSON.stringify(all[0])));
  });

  it.each([
    "chainkit://operations/nothing",
    "chainkit://guides/nothing.md",
    "chainkit://guides/../../package.json",
    "chainkit://operations/%",
    "file:///etc/passwd",
  ])("include no %s", async (uri) => {
    await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
  });
});
