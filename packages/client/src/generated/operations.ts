// Generated from the list of areas: do not edit. Run `generate`.

import { operations as addressData } from "@chainkit/address-data/operations";
import { operations as chainData } from "@chainkit/chain-data/operations";
import { operations as subgraphManagement } from "@chainkit/subgraph-management/operations";

/** Metadata of all operations, by area and operation id. */
export const operations = {
  addressData,
  chainData,
  subgraphManagement,
} as const;
