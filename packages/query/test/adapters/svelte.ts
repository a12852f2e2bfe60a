import { createInfiniteQuery, createMutation, createQuery } from "@tanstack/svelte-query";
import {
  addressData,
  type BlockData,
  type BlockFailure,
  block,
  chainData,
  type Items,
  is,
  type ListingFailure,
  management,
  type TagData,
  type TagFailure,
  wallet,
} from "./shared.ts";

const one = createQuery(() => chainData.getBlock.queryOptions(block));
is<BlockData>()(one.data);
is<BlockFailure>()(one.error);

const all = createInfiniteQuery(() =>
  addressData.getAddressTransactions.infiniteQueryOptions(wallet),
);
is<Items>()(all.data);
is<ListingFailure>()(all.error);

const tag = createMutation(() => management.createTag.mutationOptions());
is<TagData>()(tag.data);
is<TagFailure>()(tag.error);
