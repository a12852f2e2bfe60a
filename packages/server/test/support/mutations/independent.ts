import { AUTH } from "./independent/auth.ts";
import { BLOCKS } from "./independent/blocks.ts";
import { BODIES } from "./independent/bodies.ts";
import { CHAINS } from "./independent/chains.ts";
import { ENVELOPES } from "./independent/envelopes.ts";
import { ERRORS } from "./independent/errors.ts";
import { FILTERS } from "./independent/filters.ts";
import { HEADERS } from "./independent/headers.ts";
import { LISTED_FIELDS } from "./independent/listed-fields.ts";
import { LOOKUP_FIELDS } from "./independent/lookup-fields.ts";
import { PAGES } from "./independent/pages.ts";
import { PARAMETERS } from "./independent/parameters.ts";
import { LISTINGS } from "./independent/permitted-listings.ts";
import { MESSAGES } from "./independent/permitted-messages.ts";
import { RECORDS } from "./independent/permitted-records.ts";
import { FACTS, VALUES } from "./independent/records.ts";
import { STATE } from "./independent/state.ts";
import { TAGS } from "./independent/tags.ts";
import type { Mutations } from "./independent/tools.ts";
import { WALLETS } from "./independent/wallets.ts";

// Written from the interface and the files of the contract alone, by somebody who had not read the laws.

/** What the contract states outright, by class. */
export const STATED: Readonly<Record<string, Mutations>> = {
  "lookup fields": LOOKUP_FIELDS,
  "listed fields": LISTED_FIELDS,
  envelopes: ENVELOPES,
  parameters: PARAMETERS,
  bodies: BODIES,
  errors: ERRORS,
  auth: AUTH,
  headers: HEADERS,
  pages: PAGES,
  filters: FILTERS,
  values: VALUES,
  state: STATE,
};

/** What a careful reading of its descriptions forbids, by class. */
export const IMPLIED: Readonly<Record<string, Mutations>> = {
  facts: FACTS,
  blocks: BLOCKS,
  chains: CHAINS,
  wallets: WALLETS,
  tags: TAGS,
};

/** Further behaviour that the contract leaves to a deployment: none of it may fail. */
export const PERMITTED: Mutations = { ...MESSAGES, ...RECORDS, ...LISTINGS };
