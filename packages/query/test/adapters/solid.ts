import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/solid-query";
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

const one = useQuery(() => chainData.getBlock.queryOptions(block));
is<BlockData>()(one.data);
is<BlockFailure>()(one.error);

const all = useInfiniteQuery(() => addressData.getAddressTransactions.infiniteQueryOptions(wallet));
is<Items>()(all.data);
is<ListingFailure>()(all.error);

const tag = useMutation(() => management.createTag.mutationOptions());
is<TagData>()(tag.data);
is<TagFailure>()(tag.error);
