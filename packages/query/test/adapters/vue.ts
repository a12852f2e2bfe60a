import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/vue-query";
import { computed, ref } from "vue";
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

const one = useQuery(chainData.getBlock.queryOptions(block));
is<BlockData>()(one.data.value);
is<BlockFailure>()(one.error.value);

const number = ref("1");
const reactive = useQuery(
  computed(() => chainData.getBlock.queryOptions({ ...block, block_number: number.value })),
);
is<BlockData>()(reactive.data.value);

const all = useInfiniteQuery(addressData.getAddressTransactions.infiniteQueryOptions(wallet));
is<Items>()(all.data.value);
is<ListingFailure>()(all.error.value);

const tag = useMutation(management.createTag.mutationOptions());
is<TagData>()(tag.data.value);
is<TagFailure>()(tag.error.value);
