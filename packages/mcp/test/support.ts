import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { type Listening, listenAt } from "@chainkit/command";
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll } from "vitest";
import { createMcpFactory, type McpOptions, serveHttp } from "../src/index.ts";
import { mcpProgram, readCommand } from "../src/main.ts";

/** A token as the service makes them; no other text contains it. */
export const TOKEN = 'tk_2f9d81c0a7"b3/46e5';

/** What the management tools need. */
export const SETTINGS = { token: TOKEN, graphNs: "graph" };

/** A client of an MCP server with these options, over HTTP. */
export async function connect(
  options: McpOptions,
  mode: "legacy" | "auto" = "auto",
): Promise<{ client: Client; url: string; close(): Promise<void> }> {
  const server = await serveHttp(createMcpFactory(options), { insecure: true });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return {
    client,
    url: server.url,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

/** The built command. */
export const program: string = join(import.meta.dirname, "../dist/cli.js");

/** A client of the command, over stdio. */
export async function connectStdio(
  args: readonly string[],
  env: Record<string, string> = {},
  mode: "legacy" | "auto" = "auto",
): Promise<Client> {
  const command = { command: process.execPath, args: [program, ...args], env };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
  return client;
}

/** The texts of a result, in one. */
export function textOf({ content }: CallToolResult): string {
  return content.map((each) => (each.type === "text" ? each.text : "")).join("\n");
}

/** The JSON of a result, which is its last text. */
export function jsonOf({ content }: CallToolResult) {
  const last = content.at(-1);
  return JSON.parse(last?.type === "text" ? last.text : "");
}

/** A deployment that responds as a test wants, and notes what it was asked. */
export interface Deployment extends Listening {
  readonly requests: IncomingMessage[];
  respond: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Starts a deployment. */
export async function startDeployment(): Promise<Deployment> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    deployment.respond(request, response);
  });
  const deployment: Deployment = {
    ...(await listenAt(server)),
    requests,
    respond: (_, response) => response.end(),
  };
  return deployment;
}

/** A client of an MCP server, and the deployment that the server calls. */
export interface Agent {
  readonly client: Client;
  readonly deployment: Deployment;
}

/** Starts them for all tests of a file. @param own Options besides the base URL. */
export function shareAgent(own: McpOptions = {}): Agent {
  const agent = {} as Agent;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const deployment = await startDeployment();
    Object.assign(agent, { deployment });
    const { client, ...connected } = await connect({ baseUrl: deployment.url, ...own });
    Object.assign(agent, { client });
    close = connected.close;
  });
  afterAll(async () => {
    await close?.();
    await agent.deployment?.close();
  });
  return agent;
}

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Deployment["respond"] =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

/** Reads a command line as the program does. */
export const readArguments = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  readCommand(mcpProgram().parse(args, { from: "user" }).opts(), env);
