import { fileURLToPath } from "node:url";
import { listen } from "@chainkit/command";
import { serveDocs } from "@chainkit/docs";
import type { TourTarget } from "./tour.ts";
import type { CallSource } from "./values.ts";

/** A running server. */
interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** The API under test. */
type ServedApi = Served &
  TourTarget & {
    /** Parameters that return data now, by operation id. */
    currentValues?(): Promise<CallSource["values"]>;
    /** Calls that succeed, for the contract tests. */
    known?(): Promise<object>;
    /** Address of the explorer; absent: nothing serves it here. */
    readonly explorerUrl?: string;
    /** JSON-RPC URL of the local node; absent: there is none. */
    readonly rpcUrl?: string;
  };

/** The requested ports. */
export interface Ports {
  readonly api?: number | undefined;
  readonly docs?: number | undefined;
}

/** Namespace of subgraph management in everything that is printed: that of the contract's examples. */
export const NAMESPACE = "example-ns";

/** What pages of other origins may not call; the docs forward it. */
export const MANAGEMENT = "/public_api/";

const USUAL = { api: 4010, docs: 8080, examples: 4011 };
/** The lockfile may lack what the registry did not have for other platforms when it was written. */
const ADD = "npx --yes pnpm@12 install --fix-lockfile";

/** What `start` serves. */
export interface ServedAll {
  readonly api: ServedApi;
  readonly docs: Served;
  /** Returns the base URL of a mock, which has the example data of the guides; it starts on first use. */
  examples(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Serves the docs, and the API over a local chain unless there is a target.
 *
 * @param target URL of a running deployment to use instead.
 * @throws Error if a requested port is in use; nothing is left running then.
 */
export async function serve(ports: Ports, target?: string): Promise<ServedAll> {
  let mock: Promise<Served> | undefined;
  const examples = async () => {
    mock ??= listen(serveMock, { port: undefined, usual: USUAL.examples, note: () => {} });
    return (await mock).url;
  };
  const started = Promise.withResolvers<ServedApi>();
  const defaults = async () => {
    const { url, explorerUrl, source, currentValues } = await started.promise;
    return {
      settings: { baseUrl: url, ...(source?.token ? { token: source.token } : {}) },
      examplesUrl: await examples(),
      ...(explorerUrl ? { explorerUrl } : {}),
      values: (await currentValues?.()) ?? {},
    };
  };
  const forward = {
    prefix: MANAGEMENT,
    baseUrl: async () => (await started.promise).url,
  };
  // First, because the explorer links to it; its pages ask for their settings later.
  const docs = await listen((port) => serveDocs({ port, defaults, forward }), {
    port: ports.docs,
    usual: USUAL.docs,
    option: "--docs-port",
  });
  const api: ServedApi = target
    ? { url: target, close: async () => {} }
    : await listen((port) => serveApi(port, docs.url, examples), {
        port: ports.api,
        usual: USUAL.api,
        option: "--api-port",
      }).catch(async (error) => {
        await docs.close();
        throw error;
      });
  started.resolve(api);
  const close = async () => {
    await Promise.all([api.close(), docs.close(), mock?.then((served) => served.close())]);
  };
  return { api, docs, examples, close };
}

/** Serves the local chain, or the mock where its program is not available for this platform. */
async function serveApi(
  port: number,
  docsUrl: string,
  examples: () => Promise<string>,
): Promise<ServedApi> {
  try {
    return await serveLocalChain(port, docsUrl, examples);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    if (cause?.code !== "MODULE_NOT_FOUND") {
      throw error;
    }
    const why = message.replace(/; run: .*/, "");
    console.error(`start: ${why}; serving the mock instead. To add it: ${ADD}`);
    const { url, close } = await serveMock(port);
    return { url, close, isMock: true };
  }
}

async function serveMock(port: number): Promise<Served> {
  // Loaded on first use.
  const { startMock } = await import("@chainkit/mock");
  return startMock({ port });
}

async function serveLocalChain(
  port: number,
  docsUrl: string,
  mock: () => Promise<string>,
): Promise<ServedApi> {
  // Loaded on first use.
  const { startDev } = await import("@chainkit/server");
  const dev = await startDev({ port, docsUrl });
  const { url, explorerUrl, rpcUrl, token, values, known, register, stop } = dev;
  return {
    url,
    explorerUrl,
    rpcUrl,
    source: { token, values: await values() },
    async currentValues() {
      const current = await values();
      const { name, version } = current.removeSubgraph ?? {};
      // The tour has removed them, and readers are shown how to.
      await register(String(name), String(version));
      await createTag(url, token, current.deleteTag);
      // The sample of this listing has a filter, and the contract of the example is not on this chain.
      const { getErc721Balances: ofOwner, getNft: nft } = current;
      const filtered = { ...ofOwner, "contract-address": nft?.collection_address };
      return { ...current, getErc721Balances: filtered };
    },
    known,
    mock,
    close: stop,
  };
}

/** Creates a tag on the local service, in any namespace. */
async function createTag(url: string, token: string, tag: unknown): Promise<void> {
  const response = await fetch(`${url}${MANAGEMENT}v1/${NAMESPACE}/tags/create-tag`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(tag),
  });
  await response.body?.cancel();
}

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
