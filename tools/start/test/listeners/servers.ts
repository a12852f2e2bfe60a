import { join } from "node:path";
import { type DocsServer, serveDocs, serveFolder } from "@chainkit/docs";
import { createMcpFactory, serveHttp } from "@chainkit/mcp";
import { startMock } from "@chainkit/mock";
import { startDev } from "@chainkit/server";
import { repositoryRoot } from "@chainkit/spec";
import { Registry } from "prom-client";
import { Reloader } from "../../../../packages/docs/src/reload.ts";
import { startProbes } from "../../../../packages/server/src/service/http-service.ts";
import { startSubgraphs } from "../../../../packages/server/test/support/graph-node/service.ts";
import { SETTINGS } from "../../../../packages/server/test/support/support.ts";

/** A listener under test. */
export interface Listener {
  readonly url: string;
  /** Paths that it serves. */
  readonly paths: readonly string[];
  /** A request that it always serves. */
  readonly wellFormed: { readonly path: string; readonly init?: RequestInit };
  /** Stops it; absent: it stops with the test. */
  close?(): Promise<void>;
}

const LIST_TOOLS = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
};

const DOCS_PATHS = ["/", "/404.html", "/assets/defaults.js", "/reload-events"];

/** All listeners that chainkit has, by name, each as its command starts it. */
export const listeners: Readonly<Record<string, () => Promise<Listener>>> = {
  async service() {
    const { url, stop } = await startDev();
    return {
      url,
      paths: [
        ...["/v2/ethereum/blocks/latest", "/ethereum/v1/transactions", "/explorer/", "/metrics"],
        "/public_api/v1/graph/tags/query-tag",
      ],
      wellFormed: { path: "/v2/ethereum/blocks/1" },
      close: stop,
    };
  },
  async "endpoints of subgraphs"() {
    const { url, manage, standIn } = await startSubgraphs();
    standIn.onQuery = (_, response) => void response.end("{}");
    await manage("queryTag", { subgraph_name: "transfers", version: "v1" });
    return { url, paths: ["/subgraphs/transfers/v1"], wellFormed: { path: "/healthz" } };
  },
  async "probes of a follower"() {
    const readiness = () => ({ ready: true, chains: {} });
    const { url, close } = await startProbes(SETTINGS, { readiness, metrics: new Registry() });
    return { url, paths: ["/healthz", "/readyz"], wellFormed: { path: "/healthz" }, close };
  },
  async mock() {
    const { url, close } = await startMock();
    return {
      url,
      paths: ["/v2/ethereum/blocks/latest", "/public_api/v1/graph/tags/query-tag"],
      wellFormed: { path: "/v2/ethereum/blocks/latest" },
      close,
    };
  },
  async MCP() {
    const factory = createMcpFactory({ baseUrl: "http://127.0.0.1:9" });
    const { url, close } = await serveHttp(factory);
    const { origin } = new URL(url);
    const wellFormed = { path: "/mcp", init: LIST_TOOLS };
    return { url: origin, paths: ["/mcp"], wellFormed, close };
  },
  docs: async () => docs(await serveDocs({ defaults: async () => ({ settings: {} }) })),
  async "docs of dev"() {
    const site = join(repositoryRoot, "packages/docs/dist/site");
    return docs(await serveFolder(site, { reloader: new Reloader() }));
  },
};

function docs({ url, close }: DocsServer): Listener {
  return { url, paths: DOCS_PATHS, wellFormed: { path: "/index.html" }, close };
}
