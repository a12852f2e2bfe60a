import type { Hex } from "../chain/records.ts";
import { MAX_PAGE_BYTES } from "../handlers/pages.ts";
import type { ChainReader } from "../store/chain-reader.ts";

/** The subgraph of a dev service: a version to tag, and one to remove. */
const DEV_SUBGRAPH = { name: "erc20-transfers", version: "1.2.0", oldVersion: "1.1.0" };

/** Versions that a dev service registers at startup. */
export const DEV_DEPLOYMENTS = [
  { name: DEV_SUBGRAPH.name, version: DEV_SUBGRAPH.version },
  { name: DEV_SUBGRAPH.name, version: DEV_SUBGRAPH.oldVersion },
  { name: DEV_SUBGRAPH.name, version: "1.3.0" },
  { name: "nft-owners", version: DEV_SUBGRAPH.version },
];

/** Returns calls that succeed at a dev service: its values, and every version that may be tagged or removed. */
export function devKnown(values: DevValues): DevKnown {
  const calls = Object.entries(values).map(([id, value]) => [id, [value]]);
  const removed = ({ version }: { version: string }) => version === DEV_SUBGRAPH.oldVersion;
  const kept = DEV_DEPLOYMENTS.filter((each) => !removed(each));
  return {
    ...Object.fromEntries(calls),
    createTag: kept.map(({ name, version }) => ({ subgraph_name: name, version })),
    removeSubgraph: DEV_DEPLOYMENTS.filter(removed),
  };
}

/** Small enough that listings have several pages. */
const LIMIT = 20;

/** Finds parameters for which each operation returns data. @throws Error if the chain has no traffic yet. */
export async function devValues(
  chain: string,
  store: ChainReader,
  accounts: readonly Hex[],
): Promise<DevValues> {
  const [transaction] = await store.listLatestTransactions(undefined, 1, MAX_PAGE_BYTES);
  const nfts = await Promise.all(
    accounts.map((owner) =>
      store.listErc721Balances(owner, undefined, undefined, 100, MAX_PAGE_BYTES),
    ),
  );
  const owned = nfts.sort((a, b) => b.length - a.length)[0] ?? [];
  const nft = owned.find(({ metadata }) => metadata) ?? owned[0];
  const balances = await Promise.all(
    accounts.map((owner) => store.listErc20Balances(owner, undefined, undefined, 2)),
  );
  const wallet = accounts.find((_, at) => (balances[at]?.length ?? 0) > 1);
  if (!transaction || !nft?.owner || !wallet) {
    throw new Error("the local chain has no transactions yet");
  }
  const { name, version, oldVersion } = DEV_SUBGRAPH;
  const subgraph = { subgraph_name: name, version };
  return {
    createTag: { ...subgraph, tag: "prod" },
    queryTag: subgraph,
    deleteTag: { ...subgraph, tag: "prod" },
    removeSubgraph: { name, version: oldVersion },
    getTransaction: { chain_name: chain, transaction_hash: transaction.hash },
    getBlock: { chain_name: chain, block_number: "latest" },
    getNft: {
      chain_name: chain,
      collection_address: nft.collection,
      token_id: String(nft.tokenId),
    },
    getErc20Balances: { chainName: chain, walletAddress: wallet, limit: 2 },
    getErc721Balances: { chainName: chain, walletAddress: nft.owner, limit: 2 },
    getAddressTransactions: { chainName: chain, walletAddress: wallet, limit: LIMIT },
    getBlockTransactions: { chainName: chain, blockNumber: transaction.blockNumber },
    getLatestTransactions: { chainName: chain, limit: LIMIT },
  };
}

// What users of the package see. It imports nothing, so that their compilers need no types of dependencies.

/** Parameters by operation id, in the order in which the calls should be made. */
export type DevValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Lists of calls by operation id. */
export type DevKnown = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A service over a local chain. */
export interface DevService {
  readonly url: string;
  /** Address of the explorer. */
  readonly explorerUrl: string;
  /** JSON-RPC URL of the local node. */
  readonly rpcUrl: string;
  /** A management token. */
  readonly token: string;
  /** Returns parameters by operation id for which each operation returns data. */
  values(): Promise<DevValues>;
  /** Returns calls that succeed, by operation id, in the format of `--known` of the contract suite. */
  known(): Promise<DevKnown>;
  /** Registers another version of a subgraph, for tags and removal. */
  register(name: string, version: string): Promise<void>;
  /** Stops service and chain, and deletes their data. */
  stop(): Promise<void>;
}
