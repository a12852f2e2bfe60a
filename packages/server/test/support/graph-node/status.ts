import { buildSchema, graphql } from "graphql";
import type { GraphNodeState, StandInDeployment } from "./state.ts";

/** As much of the schema of graph-node's status interface as has a use here. */
const schema = buildSchema(`
  scalar BigInt
  scalar Bytes
  enum Health { healthy unhealthy failed }
  type Query {
    indexingStatusForCurrentVersion(subgraphName: String!): SubgraphIndexingStatus
    indexingStatuses(subgraphs: [String!]): [SubgraphIndexingStatus!]!
  }
  type SubgraphIndexingStatus {
    subgraph: String!
    synced: Boolean!
    health: Health!
    fatalError: SubgraphError
    nonFatalErrors: [SubgraphError!]!
    chains: [ChainIndexingStatus!]!
    entityCount: BigInt!
    node: String
    paused: Boolean
  }
  interface ChainIndexingStatus { network: String! chainHeadBlock: Block latestBlock: Block }
  type EthereumIndexingStatus implements ChainIndexingStatus {
    network: String!
    chainHeadBlock: Block
    latestBlock: Block
  }
  type Block { hash: Bytes! number: BigInt! }
  type SubgraphError { message: String! block: Block handler: String deterministic: Boolean! }
`);

/** Answers a query of the status interface. @returns undefined: graph-node panics. */
export async function queryStatus(
  state: GraphNodeState,
  text: string,
): Promise<object | undefined> {
  const { query, variables } = JSON.parse(text);
  let hasPanicked = false;
  const rootValue = {
    indexingStatusForCurrentVersion({ subgraphName }: { subgraphName: string }) {
      const id = state.names.get(subgraphName);
      const found = id && state.deployments.get(id);
      return found ? toWire(found) : null;
    },
    indexingStatuses(args: { subgraphs?: string[] | null }) {
      hasPanicked ||= args.subgraphs === null;
      const { subgraphs } = args;
      const all = [...state.deployments.values()];
      // An empty list is taken for none.
      const isMeant = ({ id }: StandInDeployment) => !subgraphs?.length || subgraphs.includes(id);
      return all.filter(isMeant).map(toWire);
    },
  };
  const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
  return hasPanicked ? undefined : result;
}

/** Names of a deployment, as the part for explorers answers. */
export function namesOf(state: GraphNodeState, id: string): object {
  return [...state.names].flatMap(([name, of]) =>
    of === id ? [{ name, version: `${id}-1` }] : [],
  );
}

function toWire({ id, error, network, latest, head, ...status }: StandInDeployment): object {
  const problem = error === null ? null : { message: error, deterministic: true };
  const block = (number: number) => ({ hash: `0x${"0".repeat(64)}`, number: String(number) });
  return {
    ...status,
    subgraph: id,
    fatalError: status.health === "failed" ? problem : null,
    nonFatalErrors: problem && status.health === "unhealthy" ? [problem] : [],
    chains: [
      {
        __typename: "EthereumIndexingStatus",
        network,
        chainHeadBlock: block(head),
        latestBlock: block(latest),
      },
    ],
    entityCount: "0",
    paused: status.node === null ? null : false,
  };
}
