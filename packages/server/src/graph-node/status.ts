import { GraphNodeError, type GraphNodeInterface, requestJson, shortened } from "./request.ts";

export type IndexingStatus = ReturnType<typeof toStatus>;
export type NetworkProgress = IndexingStatus["networks"][number];

export type StatusClient = ReturnType<typeof createStatusClient>;

const FIELDS = `subgraph synced health node
  fatalError { message } nonFatalErrors { message }
  chains { network chainHeadBlock { number } latestBlock { number } }`;
const CURRENT = `query($name: String!) {
  indexingStatusForCurrentVersion(subgraphName: $name) { ${FIELDS} } }`;

/** Creates the client of the index-node interface of graph-node. Throws the same errors as `AdminClient`. */
export function createStatusClient(target: GraphNodeInterface, timeoutMs: number) {
  const query = async (
    text: string,
    variables: object,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const body = { query: text, variables };
    const reply = await requestJson(target, { timeoutMs, path: "/graphql", body });
    const { data, errors } = (reply ?? {}) as Reply;
    if (errors?.length) {
      throw new GraphNodeError("refused", shortened(String(errors[0]?.message)));
    }
    if (!data) {
      throw new GraphNodeError("no response", "the response of the status interface has no data");
    }
    return data;
  };
  return {
    /** Returns the status of all deployments, or of those given: others may share graph-node. */
    async statuses(ids?: readonly string[]): Promise<readonly IndexingStatus[]> {
      // graph-node ends the request without a response if the argument is null.
      const argument = ids ? `(subgraphs: ${JSON.stringify(ids)})` : "";
      const { indexingStatuses } = await query(`{ indexingStatuses${argument} { ${FIELDS} } }`, {});
      return (indexingStatuses as readonly WireStatus[]).map(toStatus);
    },
    /** Returns the status of a name's deployment; undefined if there is none. */
    async current(name: string): Promise<IndexingStatus | undefined> {
      const { indexingStatusForCurrentVersion: found } = await query(CURRENT, { name });
      return found ? toStatus(found as WireStatus) : undefined;
    },
    /** Lists the names of a deployment, by an experimental interface of graph-node. */
    async namesOf(id: string): Promise<readonly string[]> {
      const path = `/explorer/subgraphs-for-deployment/${encodeURIComponent(id)}`;
      const found = await requestJson(target, { timeoutMs, path });
      return (found as readonly { readonly name: string }[]).map(({ name }) => name);
    },
    /** Sends a request without effect. */
    async ping(): Promise<void> {
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
  /** Whether it has reached the head of its networks once. */
  readonly synced: boolean;
  readonly health: "healthy" | "unhealthy" | "failed";
  /** Indexing node; null if none is assigned, for instance after a removal. */
  readonly node: string | null;
  readonly fatalError: { readonly message: string } | null;
  readonly nonFatalErrors: readonly { readonly message: string }[];
  readonly chains: readonly {
    readonly network: string;
    readonly chainHeadBlock: { readonly number: string } | null;
    readonly latestBlock: { readonly number: string } | null;
  }[];
}

function toStatus(wire: WireStatus) {
  const error = wire.fatalError ?? wire.nonFatalErrors[0];
  return {
    deploymentId: wire.subgraph,
    synced: wire.synced,
    health: wire.health,
    error: error ? shortened(error.message) : null,
    node: wire.node,
    networks: wire.chains.map(({ network, chainHeadBlock, latestBlock }) => ({
      network,
      /** The latest indexed block. */
      latest: latestBlock ? Number(latestBlock.number) : null,
      head: chainHeadBlock ? Number(chainHeadBlock.number) : null,
    })),
  };
}
