import { fileURLToPath } from "node:url";
import { type Mock, startMock } from "@chainkit/mock";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStdio, jsonOf, textOf } from "./support.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));
const EVENT = "dad4bce8-f5cb-4078-a211-995864315e39";

let mock: Mock;
let client: Client;

beforeAll(async () => {
  mock = await startMock({ specs: [museum] });
  const env = { MUSEUM_BASE_URL: mock.url, MUSEUM_MUSEUM_PLACEHOLDER_AUTH: "user:secret-word" };
  client = await connectStdio(["--spec", museum, "--allow-writes"], env);
});
afterAll(async () => {
  await client?.close();
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
  expect(client.getInstructions()).toMatch(/^Museum API: every tool is one of its operations\.\n/);
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
