import { fileURLToPath } from "node:url";
import { NAMESPACE } from "./serve.ts";

/**
 * Returns the configuration that adds the MCP server of this repository to an agent, in one line. It names
 * this Node: the one on the PATH of the agent may be too old for the sources.
 *
 * @param baseUrl Base URL of the API.
 * @param token Token for subgraph management, whose tools are left out without one. Writes are allowed with
 *   it: it is that of a local chain, which is gone when `start` ends.
 */
export function agentConfiguration(baseUrl: string, token?: string): string {
  const program = fileURLToPath(new URL("cli.js", import.meta.resolve("@chainkit/mcp")));
  const server = {
    command: process.execPath,
    args: [program, "--base-url", baseUrl, ...(token ? ["--allow-writes"] : [])],
    ...(token ? { env: { CHAINKIT_TOKEN: token, CHAINKIT_GRAPH_NS: NAMESPACE } } : {}),
  };
  return JSON.stringify({ mcpServers: { chainkit: server } });
}
