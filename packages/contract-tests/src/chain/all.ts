import type { Invariant } from "../invariants/invariant.ts";
import { blockContentInvariants } from "./block-contents.ts";
import { blockInvariants } from "./blocks.ts";
import { chainInvariants } from "./chains.ts";
import { latestInvariants } from "./latest.ts";
import { nftInvariants } from "./nfts.ts";
import { removalInvariants } from "./removal.ts";
import { tagInvariants } from "./tags.ts";
import { tokenInvariants } from "./tokens.ts";
import { transactionInvariants } from "./transactions.ts";
import { walletInvariants } from "./wallets.ts";

/** What holds of chains, tokens, NFTs and tags, beyond what a contract can declare. */
export const DOMAIN_INVARIANTS: readonly Invariant[] = [
  ...blockInvariants,
  ...blockContentInvariants,
  ...latestInvariants,
  ...transactionInvariants,
  ...walletInvariants,
  ...tokenInvariants,
  ...nftInvariants,
  ...chainInvariants,
  ...tagInvariants,
  ...removalInvariants,
];
