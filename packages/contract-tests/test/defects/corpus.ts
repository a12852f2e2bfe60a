import { loadDefects } from "./load.ts";
import type { Mutation } from "./proxy.ts";
import { AUTH } from "./stateful/auth.ts";
import { BLOCKS } from "./stateful/blocks.ts";
import { CHAINS } from "./stateful/chains.ts";
import { PAGES } from "./stateful/pages.ts";
import { LISTINGS } from "./stateful/permitted-listings.ts";
import { MESSAGES } from "./stateful/permitted-messages.ts";
import { STATE } from "./stateful/state.ts";
import { BODIES, ERRORS, FILTERS, HEADERS, PARAMETERS } from "./stateful/stated.ts";
import { ALLOWED } from "./stateful/suite-allowed.ts";
import { FORBIDDEN } from "./stateful/suite-forbidden.ts";
import { TAGS } from "./stateful/tags.ts";
import type { Mutations } from "./stateful/tools.ts";
import { ALLOWED_BY_TRIAL } from "./stateful/trial-allowed.ts";
import { IMPLIED_BY_TRIAL, STATED_BY_TRIAL } from "./stateful/trial-forbidden.ts";
import { WALLETS } from "./stateful/wallets.ts";

export { attemptsOf, Recorded, unlessUnknown } from "./attempts.ts";
export { all, watched } from "./mutation.ts";
export { type Mutation, startProxy } from "./proxy.ts";

/**
 * Who wrote a defect: the authors of the invariants (`suite`), somebody who had read only the interface and the
 * contract (`independent`), or a trial of the suite with defects that its authors did not know (`trial`).
 */
export type Author = (typeof AUTHORS)[number];

/** All authors. Their scores stay apart: that of the suite's own authors is an upper bound. */
export const AUTHORS = ["suite", "independent", "trial"] as const;

/**
 * What forbids a defect: `stated` in a schema, status, header or security scheme, or in HTTP; `implied` by a
 * description, about several responses. What is `allowed` must not fail.
 */
export type Basis = (typeof BASES)[number];
const BASES = ["stated", "implied", "allowed"] as const;

/** The share of defects that must be found, by author. */
export const GATES: Readonly<
  Record<Author, { readonly stated: number; readonly implied: number }>
> = {
  suite: { stated: 0.98, implied: 0.98 },
  independent: { stated: 0.98, implied: 0.8 },
  trial: { stated: 0.9, implied: 0.9 },
};

/** A change of HTTP exchanges, which works against any deployment. */
export interface ExchangeDefect {
  readonly kind: string;
  readonly name: string;
  readonly author: Author;
  readonly basis: Basis;
  readonly mutation: Mutation;
}

type Classes = Readonly<Record<string, Mutations>>;

/** Changes that depend on more than one exchange, which data cannot express. */
const STATEFUL: Readonly<Record<Author, Partial<Record<Basis, Classes>>>> = {
  suite: { stated: FORBIDDEN, allowed: { all: ALLOWED } },
  independent: {
    stated: {
      auth: AUTH,
      bodies: BODIES,
      errors: ERRORS,
      filters: FILTERS,
      headers: HEADERS,
      pages: PAGES,
      parameters: PARAMETERS,
      state: STATE,
    },
    implied: { blocks: BLOCKS, chains: CHAINS, tags: TAGS, wallets: WALLETS },
    allowed: { listings: LISTINGS, messages: MESSAGES },
  },
  trial: {
    stated: { all: STATED_BY_TRIAL },
    implied: { all: IMPLIED_BY_TRIAL },
    allowed: { all: ALLOWED_BY_TRIAL },
  },
};

/** The changes of all authors: defects, and behaviours that a deployment may have. */
export const exchangeDefects: readonly ExchangeDefect[] = AUTHORS.flatMap((author) =>
  BASES.flatMap((basis) => [...fromData(author, basis), ...fromCode(author, basis)]),
);

function fromData(author: Author, basis: Basis): ExchangeDefect[] {
  return loadDefects(new URL("defects.yaml", import.meta.url), `${author}, ${basis}`).map(
    (defect) => ({ ...defect, author, basis }),
  );
}

function fromCode(author: Author, basis: Basis): ExchangeDefect[] {
  const found: ExchangeDefect[] = [];
  for (const [kind, mutations] of Object.entries(STATEFUL[author][basis] ?? {})) {
    for (const [name, mutation] of Object.entries(mutations)) {
      found.push({ kind, name, author, basis, mutation });
    }
  }
  return found;
}

/** Titles of the cases that found the defects when last recorded. */
export const FOUND_BY: URL = new URL("found-by.json", import.meta.url);
