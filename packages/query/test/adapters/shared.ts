import {
  createAddressDataClient,
  type GetAddressTransactionsError,
  type GetAddressTransactionsItem,
} from "@chainkit/address-data";
import {
  createChainDataClient,
  type GetBlockError,
  type GetBlockResponse,
} from "@chainkit/chain-data";
import { createQueries } from "@chainkit/query";
import {
  type CreateTagError,
  type CreateTagParams,
  type CreateTagResponse,
  createSubgraphManagementClient,
} from "@chainkit/subgraph-management";

const baseUrl = "http://127.0.0.1";

export const chainData = createQueries(createChainDataClient({ baseUrl }));
export const addressData = createQueries(createAddressDataClient({ baseUrl }));
export const management = createQueries(
  createSubgraphManagementClient({ baseUrl, graphNs: "ns", token: "token" }),
);

export const block = { chain_name: "ethereum", block_number: "latest" } as const;
export const wallet = { chainName: "ethereum", walletAddress: "0x00" };

export type BlockData = GetBlockResponse | undefined;
export type BlockFailure = GetBlockError | null;
export type Items = GetAddressTransactionsItem[] | undefined;
export type ListingFailure = GetAddressTransactionsError | null;
export type TagData = CreateTagResponse | undefined;
export type TagFailure = CreateTagError | null;
export type TagParams = CreateTagParams;

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the value is of exactly this type. */
export function is<Expected>() {
  return <Actual>(_: Actual, ..._same: Same<Actual, Expected> extends true ? [] : [never]) => {};
}
