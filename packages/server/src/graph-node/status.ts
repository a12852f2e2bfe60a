import { GraphNodeNoResponseError, GraphNodeRefusedError } from "./errors.ts";
import { type GraphNodeInterface, requestJson, shortened } from "./request.ts";

/** How far a deployment has indexed one network. */
export interface NetworkProgress {
  readonly network: string;
  /** Newest indexed block; null: none yet. */
  readonly latest: number | null;
  /** Newest block of the network; null: not known. */
  readonly head: number | null;
}

/** State of a deployment at graph-node. */
export interface IndexingStatus {
  readonly deploymentId: string;
  /** Whether it has once reached the head of its networks. */
  readonly synced: boolean;
  readonly health: "healthy" | "unhealthy" | "failed";
  /** First error, in one line; null: there is none. */
  readonly error: string | null;
  /** Indexing node; null: none is assigned, as after a removal. */
  readonly node: string | null;
  readonly networks: readonly NetworkProgress[];
}

/** Reports on deployments: the index-node interface of graph-node. Errors are those of `AdminClient`. */
export interface StatusClient {
  /** States of the deployments that graph-node has, of those named or of all. */
  statuses(deploymentIds?: readonly string[]): Promise<readonly IndexingStatus[]>;
  /** State of what a name stands for; undefined: the name has no deployment. */
  current(remoteName: string): Promise<IndexingStatus | undefined>;
  /** Names of a deployment. graph-node calls this part of its interface experimental. */
  namesOf(deploymentId: string): Promise<readonly string[]>;
  /** Asks for a response that changes nothing. */
  ping(): Promise<void>;
}

const FIELDS = `subgraph synced health node
  fatalError { message } nonFatalErrors { message }
  chains { network chainHeadBlock { number } latestBlock { number } }`;
const STATUSES = `query($ids: [String!]!) { indexingStatuses(subgraphs: $ids) { ${FIELDS} } }`;
const ALL_STATUSES = `{ indexingStatuses { ${FIELDS} } }`;
const CURRENT = `query($name: String!) {
  indexingStatusForCurrentVersion(subgraphName: $name) { ${FIELDS} } }`;

/** Makes the client of the status interface. */
export function createStatusClient(target: GraphNodeInterface, timeoutMs: number): StatusClient {
  const query = async (
    text: string,
    variables: object,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const body = { query: text, variables };
    const reply = await requestJson(target, { timeoutMs, path: "/graphql", body });
    const { data, errors } = (reply ?? {}) as Reply;
    if (errors?.length) {
      throw new GraphNodeRefusedError(
        shortened(errors[0]?.message ?? "an error without a message"),
      );
    }
    if (!data) {
      throw new GraphNodeNoResponseError("the response of the status interface has no data");
    }
    return data;
  };
  return {
    async statuses(ids) {
      if (ids?.length === 0) {
        return [];
      }
      // graph-node ends the request without a response if the argument is null.
      const { indexingStatuses } = await query(ids ? STATUSES : ALL_STATUSES, ids ? { ids } : {});
      return (indexingStatuses as readonly WireStatus[]).map(toStatus);
    },
    async current(name) {
      const { indexingStatusForCurrentVersion: found } = await query(CURRENT, { name });
      return found ? toStatus(found as WireStatus) : undefined;
    },
    async namesOf(id) {
      const path = `/explorer/subgraphs-for-deployment/${encodeURIComponent(id)}`;
      const found = await requestJson(target, { timeoutMs, path });
      return (found as readonly { readonly name: string }[]).map(({ name }) => name);
    },
    async ping() {
      await query('{ indexingStatuses(subgraphs: ["none"]) { subgraph } }', {});
    },
  };
}

interface Reply {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly message?: string }[];
}

interface WireStatus {
  readonly subgraph: string;
  readonly synced: boolean;
  readonly health: IndexingStatus["health"];
  readonly node: string | null;
  readonly fatalError: { readonly message: string } | null;
  readonly nonFatalErrors: readonly { readonly message: string }[];
  readonly chains: readonly {
    readonly network: string;
    readonly chainHeadBlock: { readonly number: string } | null;
    readonly latestBlock: { readonly number: string } | null;
  }[];
}

function toStatus(wire: WireStatus): IndexingStatus {
  const error = wire.fatalError ?? wire.nonFatalErrors[0];
  return {
    deploymentId: wire.subgraph,
    synced: wire.synced,
    health: wire.health,
    error: error ? shortened(error.message) : null,
    node: wire.node,
    networks: wire.chains.map(({ network, chainHeadBlock, latestBlock }) => ({
      network,
      latest: latestBlock ? Number(latestBlock.number) : null,
      head: chainHeadBlock ? Number(chainHeadBlock.number) : null,
    })),
  };
}
