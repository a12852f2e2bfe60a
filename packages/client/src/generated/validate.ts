// Generated from the list of areas: do not edit. Run `generate`.

import { validate as addressData } from "@chainkit/address-data/validate";
import { validate as chainData } from "@chainkit/chain-data/validate";
import { validate as subgraphManagement } from "@chainkit/subgraph-management/validate";

/** Functions that create the validating middleware of each area. */
export const validations = [addressData, chainData, subgraphManagement] as const;
