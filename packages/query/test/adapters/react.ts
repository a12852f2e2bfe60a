import {
  QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
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
  type TagParams,
  wallet,
} from "./shared.ts";

const one = useQuery(chainData.getBlock.queryOptions(block));
is<BlockData>()(one.data);
is<BlockFailure>()(one.error);

const selected = useQuery({
  ...chainData.getBlock.queryOptions(block),
  staleTime: 1_000,
  select: (data) => data.block.number,
});
is<number | undefined>()(selected.data);
is<BlockFailure>()(selected.error);

const known = block as typeof block | undefined;
is<BlockData>()(useQuery(chainData.getBlock.queryOptions(known)).data);
is<BlockData>()(useQuery(chainData.getBlock.queryOptions(known ?? skipToken)).data);
is<NonNullable<BlockData>>()(useSuspenseQuery(chainData.getBlock.queryOptions(block)).data);
// @ts-expect-error: there is nothing to suspend for.
useSuspenseQuery(chainData.getBlock.queryOptions(known ?? skipToken));
const [both] = useQueries({ queries: [chainData.getBlock.queryOptions(block)] });
is<BlockData>()(both.data);
is<BlockFailure>()(both.error);

const all = useInfiniteQuery(addressData.getAddressTransactions.infiniteQueryOptions(wallet));
is<Items>()(all.data);
is<ListingFailure>()(all.error);
is<NonNullable<Items>>()(
  useSuspenseInfiniteQuery(addressData.getAddressTransactions.infiniteQueryOptions(wallet)).data,
);
const pages = useInfiniteQuery({
  ...addressData.getAddressTransactions.infiniteQueryOptions(wallet),
  select: (data) => data.pages.length,
});
is<number | undefined>()(pages.data);

const tag = useMutation({
  ...management.createTag.mutationOptions(),
  onSuccess: (data, params) => [data.msg, params.tag],
});
is<TagData>()(tag.data);
is<TagFailure>()(tag.error);
is<TagParams | undefined>()(tag.variables);

const client = new QueryClient();
is<BlockData>()(client.getQueryData(chainData.getBlock.queryOptions(block).queryKey));
client.setQueryData(chainData.getBlock.queryOptions(block).queryKey, (data) => {
  is<BlockData>()(data);
  return data;
});
is<Promise<NonNullable<BlockData>>>()(client.fetchQuery(chainData.getBlock.queryOptions(block)));
void client.prefetchInfiniteQuery(addressData.getAddressTransactions.infiniteQueryOptions(wallet));

// @ts-expect-error: a misspelt parameter.
chainData.getBlock.queryOptions({ ...block, blocknumber: "1" });
// @ts-expect-error: the operation has required parameters.
chainData.getBlock.queryOptions();
// @ts-expect-error: the operation is not a listing.
chainData.getBlock.infiniteQueryOptions(block);
// @ts-expect-error: the operation writes.
management.createTag.queryOptions;
// @ts-expect-error: the operation reads, although it is a POST.
management.queryTag.mutationOptions;
