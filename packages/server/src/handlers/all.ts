import type { Cursors } from "../http/cursor.ts";
import type { AnyHandler } from "../http/routes.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import type { ManagementStore } from "../store/management-store.ts";
import { addressDataHandlers } from "./address-data.ts";
import type { BalancesOnDemand } from "./balances-on-demand.ts";
import { chainDataHandlers } from "./chain-data.ts";
import { type Chains, chainFinder } from "./finality.ts";
import { type DeployedSubgraphs, subgraphManagementHandlers } from "./subgraph-management.ts";

export interface HandlerParts {
  readonly chains: Chains<ChainReader>;
  readonly cursors: Cursors;
  readonly management: ManagementStore;
  /** Absent: unknown balances are not read on demand. */
  readonly onDemand?: BalancesOnDemand | undefined;
  /** Absent if graph-node is not used. */
  readonly deployed?: DeployedSubgraphs | undefined;
}

export function allHandlers(parts: HandlerParts): Readonly<Record<string, AnyHandler>> {
  const findChain = chainFinder(parts.chains);
  return {
    ...chainDataHandlers(findChain),
    ...addressDataHandlers(findChain, parts.cursors, parts.onDemand),
    ...subgraphManagementHandlers(parts.management, parts.deployed),
  };
}
