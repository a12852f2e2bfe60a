import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Mock, startMock } from "@chainkit/mock";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonOf, textOf } from "./support.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));
const program = join(import.meta.dirname, "../dist/cli.js");
const EVENT = "dad4bce8-f5cb-4078-a211-995864315e39";

let mock: Mock;
const clients: Client[] = [];
let client: Client;

/** An agent of the command, as it is started. */
async function start(args: readonly string[], env: Record<string, string>): Promise<Client> {
  const agent = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: "auto" } },
  );
  const command = { command: process.execPath, args: [program, "--spec", museum, ...args], env };
  await agent.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
  clients.push(agent);
  return agent;
}

beforeAll(async () => {
  mock = await startMock({ specs: [museum] });
  const env = { MUSEUM_BASE_URL: mock.url, MUSEUM_MUSEUM_PLACEHOLDER_AUTH: "user:secret-word" };
  client = await start(["--allow-writes"], env);
});
afterAll(async () => {
  await Promise.all(clients.map((each) => each.close()));
  await mock?.close();
});

it("the tools, the name and the instructions are those of the document", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "buyMuseumTickets",
    "createSpecialEvent",
    "deleteSpecialEvent",
    "getMuseumHours",
    "getSpecialEvent",
    "getTicketCode",
    "listSpecialEvents",
    "updateSpecialEvent",
  ]);
  expect(client.getServerVersion()).toMatchObject({ name: "museum", title: "Museum API" });
  expect(client.getInstructions()).toContain("Museum API");
  expect(JSON.stringify([tools, client.getInstructions()])).not.toMatch(
    /chain_?name|CHAINKIT_|chainkit APIs/,
  );
});

it("calls an operation with the credentials of the environment", async () => {
  const result = await client.callTool({ name: "getMuseumHours", arguments: { page: "1" } });
  expect(jsonOf(result)[0]).toMatchObject({ timeOpen: "09:00", timeClose: "18:00" });
  const event = { name: "deleteSpecialEvent", arguments: { eventId: EVENT } };
  expect(textOf(await client.callTool(event))).toBe("deleteSpecialEvent: done.");
});

it("returns an image as one", async () => {
  const given = { ticketId: "a54a57ca-36f8-421b-a6b4-2e8f26858a4c" };
  const { content } = await client.callTool({ name: "getTicketCode", arguments: given });
  expect(content).toEqual([{ type: "image", data: btoa("text"), mimeType: "image/png" }]);
});

it("describes an operation in a resource", async () => {
  const uri = "chainkit://operations/getSpecialEvent";
  const { contents } = await client.readResource({ uri });
  const [resource] = contents;
  const text = resource && "text" in resource ? resource.text : "";
  expect(JSON.parse(text)).toMatchObject({ id: "getSpecialEvent", area: "museum" });
});

it("names the variables of the document that are missing", async () => {
  const anonymous = await start([], { MUSEUM_BASE_URL: mock.url });
  expect((await anonymous.listTools()).tools).toEqual([]);
  const hours = await anonymous.callTool({ name: "getMuseumHours", arguments: {} });
  expect(textOf(hours)).toContain("It needs MUSEUM_MUSEUM_PLACEHOLDER_AUTH in the environment");
  const event = await anonymous.callTool({ name: "deleteSpecialEvent", arguments: {} });
  expect(textOf(event)).toContain("needs --allow-writes");
});
