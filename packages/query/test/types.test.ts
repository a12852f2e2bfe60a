import type { ApiCall, PagedCall, WriteCall } from "@chainkit/runtime";
import type { InfiniteData, SkipToken } from "@tanstack/query-core";
import { expectTypeOf, it } from "vitest";
import type { Queries } from "../src/index.ts";

interface Client {
  read(params: { id: string; at?: number }): ApiCall<"data", "error">;
  open(params?: { at?: number }): ApiCall<"data", "error">;
  list(params: { id: string }): PagedCall<"page", "item", "error">;
  check(params: { id: string }): ApiCall<undefined, "error">;
  find(params: { id: string }): ApiCall<"data" | undefined, "error">;
  write(params: { id: string }): WriteCall<"data", "error">;
}
declare const queries: Queries<Client>;

type Params<Id extends keyof Client> = Parameters<Client[Id]>[0];

it("a read has its parameters, data and errors", () => {
  const make = (params: Params<"read">) => queries.read.queryOptions(params);
  type Options = ReturnType<typeof make>;
  expectTypeOf<ReturnType<Options["queryFn"]>>().toEqualTypeOf<Promise<"data">>();
  expectTypeOf<Options["retry"]>().toEqualTypeOf<false>();
  expectTypeOf<NonNullable<Exclude<Options["throwOnError"], boolean>>>()
    .parameter(0)
    .toEqualTypeOf<"error">();
  expectTypeOf<Options>().not.toHaveProperty("enabled");
  expectTypeOf<keyof typeof queries.read>().toEqualTypeOf<"queryKey" | "queryOptions">();
});

it("a read without a body is null, which a query can keep", () => {
  const check = (params: Params<"check">) => queries.check.queryOptions(params).queryFn;
  const find = (params: Params<"find">) => queries.find.queryOptions(params).queryFn;
  expectTypeOf<ReturnType<ReturnType<typeof check>>>().toEqualTypeOf<Promise<null>>();
  expectTypeOf<ReturnType<ReturnType<typeof find>>>().toEqualTypeOf<Promise<"data" | null>>();
});

it("a read needs its parameters, if any is required", () => {
  // @ts-expect-error: id is required
  const none = () => queries.read.queryOptions();
  const open = () => queries.open.queryOptions();
  expectTypeOf(none).toBeFunction();
  expectTypeOf<ReturnType<ReturnType<typeof open>["queryFn"]>>().toEqualTypeOf<Promise<"data">>();
});

it("a key matches any part of the parameters, and no others", () => {
  expectTypeOf<typeof queries.read.queryKey>()
    .parameter(0)
    .toEqualTypeOf<Partial<Params<"read">> | undefined>();
});

it("a query without its parameters is disabled, or has the skip token", () => {
  const maybe = (params: Params<"read"> | undefined) => queries.read.queryOptions(params);
  const skipped = (params: Params<"read"> | SkipToken) => queries.read.queryOptions(params);
  type Maybe = ReturnType<typeof maybe>;
  type Skipped = ReturnType<typeof skipped>;
  expectTypeOf<Maybe["enabled"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Extract<Maybe["queryFn"], SkipToken>>().toEqualTypeOf<never>();
  expectTypeOf<Extract<Skipped["queryFn"], SkipToken>>().toEqualTypeOf<SkipToken>();
});

it("a listing flattens its pages into items", () => {
  const make = (params: Params<"list">) => queries.list.infiniteQueryOptions(params);
  type Options = ReturnType<typeof make>;
  expectTypeOf<ReturnType<Options["queryFn"]>>().toEqualTypeOf<Promise<"page">>();
  expectTypeOf<Options["select"]>().toEqualTypeOf<(data: InfiniteData<"page">) => "item"[]>();
  expectTypeOf<Options["getNextPageParam"]>().parameter(0).toEqualTypeOf<"page">();
});

it("a write is a mutation, and no query", () => {
  type Options = ReturnType<typeof queries.write.mutationOptions>;
  expectTypeOf<Options["mutationFn"]>().toEqualTypeOf<
    (params: Params<"write">) => Promise<"data">
  >();
  expectTypeOf<keyof typeof queries.write>().toEqualTypeOf<"mutationKey" | "mutationOptions">();
});
