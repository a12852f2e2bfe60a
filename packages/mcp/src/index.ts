export { type HttpOptions, type McpHttpServer, serveHttp } from "./http.ts";
export type { Logger, McpOptions } from "./options.ts";
export { createMcpFactory } from "./server.ts";
