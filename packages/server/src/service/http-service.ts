import type { KeyObject } from "node:crypto";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { Registry } from "prom-client";
import { isDevelopmentChain } from "../chain/profiles.ts";
import type { HttpSettings } from "../config/options.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { endpointPath } from "../graph-node/names.ts";
import { addressDataHandlers } from "../handlers/address-data.ts";
import type { BalancesOnDemand } from "../handlers/balances-on-demand.ts";
import { chainDataHandlers } from "../handlers/chain-data.ts";
import { type Chains, chainFinder } from "../handlers/finality.ts";
import {
  type DeployedSubgraphs,
  subgraphManagementHandlers,
} from "../handlers/subgraph-management.ts";
import { type AppOptions, createApp } from "../http/app.ts";
import { createCursors } from "../http/cursor.ts";
import type { ExplorerFacts } from "../http/explorer.ts";
import type { Principal } from "../http/gate.ts";
import type { Probes } from "../http/probes.ts";
import { shareOf } from "../http/rate-limiter.ts";
import { readOperations } from "../http/spec.ts";
import type { ManagementStore, StoredToken } from "../store/management-store.ts";
import { logOutput } from "./log-output.ts";
import { isToken, tokenId } from "./tokens.ts";
import { readVersion } from "./version.ts";

export interface ServiceParts {
  readonly chains: Chains;
  readonly management: ManagementStore;
  readonly cursorKey: KeyObject;
  /** Absent: unknown balances are not read on demand. */
  readonly onDemand?: BalancesOnDemand | undefined;
  readonly readiness: Probes["readiness"];
  readonly metrics?: Registry;
  /** Absent: versions are registered without deployments, and have no endpoints. */
  readonly graphNode?: GraphNode | undefined;
}

const NO_LIMIT = { perSecond: 0, burst: 1 };

export type HttpService = Awaited<ReturnType<typeof listening>>;

/** @throws Error if the port is in use. */
export async function startHttp(settings: HttpSettings, parts: ServiceParts): Promise<HttpService> {
  const metrics = parts.metrics ?? new Registry();
  const { graphNode } = parts;
  const tagged = (subgraph: string, version: string, tag: string) =>
    app.log.info({ subgraph, version, tag, endpoint: endpointPath(subgraph, tag) }, "tag moved");
  const app: FastifyInstance = await createApp({
    ...commonOptions(settings, { readiness: parts.readiness, metrics }),
    operations: await readOperations(),
    handlers: allHandlers(parts, graphNode && { ...graphNode, tagged }),
    endpoint: graphNode && {
      store: graphNode.store,
      proxy: graphNode.proxy,
      metrics,
      limit: shareOf(settings.rateTag ?? NO_LIMIT, settings.rateShare),
    },
    ...(settings.graphNs === undefined ? {} : { bound: { graph_ns: settings.graphNs } }),
    explorerFacts: settings.explorer ? explorerFacts(settings, parts) : undefined,
    authenticate: (token) => authenticate(parts.management, token),
  });
  return listening(app, settings);
}

/** @param deployed Absent if graph-node is not used. */
export function allHandlers(
  { chains, cursorKey, onDemand, management }: Omit<ServiceParts, "readiness">,
  deployed?: DeployedSubgraphs,
) {
  const findChain = chainFinder(chains);
  return {
    ...chainDataHandlers(findChain),
    ...addressDataHandlers(findChain, createCursors(cursorKey), onDemand),
    ...subgraphManagementHandlers(management, deployed),
  };
}

/** Serves nothing but the probes. @throws Error if the port is in use. */
export async function startProbes(settings: HttpSettings, probes: Probes): Promise<HttpService> {
  return listening(await createApp(commonOptions(settings, probes)), settings);
}

/** Options of the HTTP server of each process. */
function commonOptions(settings: HttpSettings, probes: Probes): AppOptions {
  return {
    ...settings,
    release: readVersion(),
    probes,
    logger: loggerOptions(settings.logLevel),
    operations: [],
    handlers: {},
    authenticate: async () => undefined,
    anonymousLimit: shareOf(settings.rateAnonymous, settings.rateShare),
    tokenLimit: shareOf(settings.rateToken, settings.rateShare),
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

async function listening(app: FastifyInstance, { port, host }: HttpSettings) {
  const url = await app.listen({ port, host, listenTextResolver: (address) => `at ${address}` });
  return {
    url,
    log: app.log,
    /** Stops accepting requests, and finishes those in flight. */
    close: async () => app.close(),
  };
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
