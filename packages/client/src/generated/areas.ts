// Generated from the list of areas: do not edit. Run `generate`.

import type { ClientOptions } from "@chainkit/runtime";
import { type AddressDataClient, type AddressDataClientOptions, createAddressDataClient } from "@chainkit/address-data";
import { type ChainDataClient, type ChainDataClientOptions, createChainDataClient } from "@chainkit/chain-data";
import { type SubgraphManagementClient, type SubgraphManagementClientOptions, createSubgraphManagementClient } from "@chainkit/subgraph-management";
import { ignoring } from "../ignoring.ts";

export type * as AddressData from "@chainkit/address-data";
export type * as ChainData from "@chainkit/chain-data";
export type * as SubgraphManagement from "@chainkit/subgraph-management";

/** The client of each area, and its options. */
export interface AreaTypes {
  readonly addressData: { readonly client: AddressDataClient; readonly options: AddressDataClientOptions };
  readonly chainData: { readonly client: ChainDataClient; readonly options: ChainDataClientOptions };
  readonly subgraphManagement: { readonly client: SubgraphManagementClient; readonly options: SubgraphManagementClientOptions };
}

/** Options of all clients. Only `baseUrl` is required of every one. */
export type ChainkitOptions = ClientOptions &
  Partial<AddressDataClientOptions> &
  Partial<ChainDataClientOptions> &
  Partial<SubgraphManagementClientOptions>;

/** The areas: the name of each, the options that its client requires besides `baseUrl`, and its factory. */
export const areas = {
  /** Address-centred chain data */
  addressData: { name: "address-data", requires: [], create: /* @__PURE__ */ ignoring(["graphNs"], createAddressDataClient) },
  /** Chain data */
  chainData: { name: "chain-data", requires: [], create: /* @__PURE__ */ ignoring(["graphNs"], createChainDataClient) },
  /** Subgraph management */
  subgraphManagement: { name: "subgraph-management", requires: ["token","graphNs"], create: createSubgraphManagementClient },
} as const;
