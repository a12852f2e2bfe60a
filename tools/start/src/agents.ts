import { fileURLToPath } from "node:url";

/**
 * The configuration that adds the MCP server of this repository to an agent, in one line.
 *
 * @param baseUrl Base URL of the API.
 */
export function agentConfiguration(baseUrl: string): string {
  const program = fileURLToPath(new URL("cli.js", import.meta.resolve("@chainkit/mcp")));
  const server = { command: "node", args: [program, "--base-url", baseUrl] };
  return JSON.stringify({ mcpServers: { chainkit: server } });
}
