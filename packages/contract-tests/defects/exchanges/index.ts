import type { Author, Basis } from "../author.ts";
import { ALLOWED } from "./allowed.ts";
import { FORBIDDEN } from "./forbidden.ts";
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
import type { Mutation } from "./proxy.ts";
import { ALLOWED_BY_TRIAL } from "./trial/allowed.ts";
import { IMPLIED_BY_TRIAL, STATED_BY_TRIAL } from "./trial/forbidden.ts";

export { type Attempt, attemptsOf, Recorded, sample, unlessUnknown } from "../attempts.ts";
export { AUTHORS, type Author, type Basis, GATES } from "../author.ts";
export { all, watched } from "./mutation.ts";
export { type Mutation, startProxy } from "./proxy.ts";

/** A change of HTTP exchanges, which works against any deployment. */
export interface ExchangeDefect {
  readonly kind: string;
  readonly name: string;
  readonly author: Author;
  readonly basis: Basis;
  readonly mutation: Mutation;
}

/** What the contract states outright, by class. */
const STATED: Readonly<Record<string, Mutations>> = {
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
const IMPLIED: Readonly<Record<string, Mutations>> = {
  facts: FACTS,
  blocks: BLOCKS,
  chains: CHAINS,
  wallets: WALLETS,
  tags: TAGS,
};

/** The exchange mutations of all authors: defects, and behaviours that a deployment may have. */
export const exchangeDefects: readonly ExchangeDefect[] = [
  ...entriesOf("suite", "stated", FORBIDDEN),
  ...entriesOf("suite", "allowed", { all: ALLOWED }),
  ...entriesOf("independent", "stated", STATED),
  ...entriesOf("independent", "implied", IMPLIED),
  ...entriesOf("independent", "allowed", {
    messages: MESSAGES,
    records: RECORDS,
    listings: LISTINGS,
  }),
  ...entriesOf("trial", "stated", { all: STATED_BY_TRIAL }),
  ...entriesOf("trial", "implied", { all: IMPLIED_BY_TRIAL }),
  ...entriesOf("trial", "allowed", { all: ALLOWED_BY_TRIAL }),
];

/** Titles of the cases that found the defects when last recorded. */
export const FOUND_BY: URL = new URL("found-by.json", import.meta.url);

function entriesOf(
  author: Author,
  basis: Basis,
  classes: Readonly<Record<string, Mutations>>,
): ExchangeDefect[] {
  return Object.entries(classes).flatMap(([kind, mutations]) =>
    Object.entries(mutations).map(([name, mutation]) => ({ kind, name, author, basis, mutation })),
  );
}
