import type { KeyObject } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from "fastify";
import { Registry } from "prom-client";
import { isDevelopmentChain } from "../chain/profiles.ts";
import type { HttpSettings } from "../config/options.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { endpointPath } from "../graph-node/names.ts";
import { allHandlers } from "../handlers/all.ts";
import type { BalancesOnDemand } from "../handlers/balances-on-demand.ts";
import type { Chains } from "../handlers/finality.ts";
import { type AppOptions, createApp } from "../http/app.ts";
import { createCursors } from "../http/cursor.ts";
import type { ExplorerFacts } from "../http/explorer.ts";
import type { Principal } from "../http/gate.ts";
import type { Probes, Readiness } from "../http/probes.ts";
import { type RateLimit, shareOf } from "../http/rate-limiter.ts";
import { createEndpointMetrics } from "../http/subgraph-endpoint.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import type { ManagementStore, StoredToken } from "../store/management-store.ts";
import { logOutput } from "./log-output.ts";
import { isToken, tokenId } from "./tokens.ts";
import { readVersion } from "./version.ts";

/** Dependencies of the HTTP server. */
export interface ServiceParts {
  readonly management: ManagementStore;
  /** Readers by chain name. */
  readonly chains: Chains<ChainReader>;
  readonly cursorKey: KeyObject;
  readonly readiness: () => Readiness | Promise<Readiness>;
  readonly metrics?: Registry;
  /** Absent: unknown balances are not read on demand. */
  readonly onDemand?: BalancesOnDemand | undefined;
  /** Absent: versions are registered without deployments, and have no endpoints. */
  readonly graphNode?: ServedGraphNode | undefined;
}

/** graph-node and the settings of its endpoints. */
export interface ServedGraphNode {
  readonly node: GraphNode;
  /** Rate limit of queries per tag or version. */
  readonly limit: RateLimit;
}

/** A listening HTTP server. */
export interface HttpService {
  readonly url: string;
  readonly log: FastifyBaseLogger;
  readonly metrics: Registry;
  /** Stops accepting requests, and finishes those in flight. */
  close(): Promise<void>;
}

/**
 * Starts the HTTP server.
 *
 * @throws Error if the port is in use.
 */
export async function startHttp(settings: HttpSettings, parts: ServiceParts): Promise<HttpService> {
  const metrics = parts.metrics ?? new Registry();
  const { graphNode } = parts;
  const { rateShare = 1 } = settings;
  const tagged = (subgraph: string, version: string, tag: string) =>
    app.log.info({ subgraph, version, tag, endpoint: endpointPath(subgraph, tag) }, "tag moved");
  const app: FastifyInstance = await createApp({
    ...commonOptions(settings, { readiness: parts.readiness, metrics }),
    handlers: allHandlers({
      chains: parts.chains,
      cursors: createCursors(parts.cursorKey),
      management: parts.management,
      onDemand: parts.onDemand,
      deployed: graphNode && { ...graphNode.node, tagged },
    }),
    endpoint: graphNode && {
      store: graphNode.node.store,
      proxy: graphNode.node.proxy,
      metrics: createEndpointMetrics(metrics),
      limit: shareOf(graphNode.limit, rateShare),
    },
    ...(settings.graphNs === undefined ? {} : { bound: { graph_ns: settings.graphNs } }),
    explorer: settings.explorer ? explorerFacts(settings, parts) : undefined,
    authenticate: (token) => authenticate(parts.management, token),
  });
  return listening(app, settings, metrics);
}

/**
 * Starts an HTTP server with nothing but the probes.
 *
 * @throws Error if the port is in use.
 */
export async function startProbes(settings: HttpSettings, probes: Probes): Promise<HttpService> {
  return listening(await createApp(commonOptions(settings, probes)), settings, probes.metrics);
}

/** Options of the HTTP server of each process. */
function commonOptions(settings: HttpSettings, probes: Probes): AppOptions {
  const { rateShare = 1 } = settings;
  return {
    cors: settings.cors,
    release: readVersion(),
    trustProxy: settings.trustProxy,
    keepAliveSeconds: settings.keepAlive,
    probes,
    logger: loggerOptions(settings.logLevel),
    loggedRequests: settings.logRequests,
    authenticate: () => undefined,
    anonymousLimit: shareOf(settings.rateAnonymous, rateShare),
    tokenLimit: shareOf(settings.rateToken, rateShare),
  };
}

function explorerFacts(settings: HttpSettings, { chains }: ServiceParts): ExplorerFacts {
  const names = [...chains.keys()];
  const isLocal = async (name: string) => {
    const reader = chains.get(name);
    // A database may be away for a while: then nothing is said.
    const id = reader instanceof Error ? undefined : await reader?.chainId().catch(() => undefined);
    return isDevelopmentChain(id);
  };
  return {
    chains: names,
    docsUrl: settings.docsUrl,
    localChains: async () => {
      const areLocal = await Promise.all(names.map(isLocal));
      return names.filter((_, at) => areLocal[at]);
    },
    gateways: { ipfs: settings.ipfsGateway, ar: settings.arweaveGateway },
  };
}

async function listening(
  app: FastifyInstance,
  { port, host }: HttpSettings,
  metrics: Registry,
): Promise<HttpService> {
  const url = await app.listen({ port, host, listenTextResolver: (address) => `at ${address}` });
  return { url, log: app.log, metrics, close: () => app.close() };
}

async function authenticate(store: ManagementStore, token: string): Promise<Principal | undefined> {
  const id = tokenId(token);
  const kept = id === undefined ? undefined : await store.findToken(id);
  return kept && isToken(token, kept.hash) && !isExpired(kept) ? kept : undefined;
}

/** Checked for each request, and so also while a token is cached. */
function isExpired({ expiresAt }: StoredToken): boolean {
  return expiresAt !== null && Date.now() >= expiresAt * 1000;
}

/** One JSON object per line. Headers are never logged, because they contain tokens. */
function loggerOptions(level: string): FastifyServerOptions["logger"] {
  return level === "silent" ? false : { level, base: null, stream: logOutput };
}
