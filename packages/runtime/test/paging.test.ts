import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  createClient,
  listings,
  type OperationTable,
  type PagedCall,
  queries,
} from "../src/index.ts";

const operations: OperationTable = {
  listItems: {
    method: "GET",
    path: "/items",
    parameters: { cursor: { in: "query" } },
    idempotent: true,
    pagination: { cursorParameter: "cursor", cursorField: "next", itemsField: "items" },
  },
};
const pages: Record<string, object> = {
  "": { items: [1, 2], next: "b" },
  b: { items: [], next: "c" },
  c: { items: [3], next: null },
  broken: { items: null, next: "c" },
};

type Client = { listItems: (params: object) => PagedCall<unknown, number, unknown> };

/** A listing of three pages, and the cursors that were requested. */
function list(params = {}) {
  const requested: string[] = [];
  const fetch = async (url: string | Request) => {
    const cursor = new URL(String(url)).searchParams.get("cursor") ?? "";
    requested.push(cursor);
    return Response.json(pages[cursor]);
  };
  const options = { baseUrl: "http://localhost", fetch, retry: false } as const;
  const client = createClient<Client>(operations, options, [listings, queries]);
  return { call: client.listItems(params), requested };
}

it("gives items in their order to those who ask for several at once", async () => {
  const { call, requested } = list();
  const iterator = call[Symbol.asyncIterator]();
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => iterator.next()));
  expect(results.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined]);
  expect(results.map(({ done }) => done)).toEqual([false, false, false, true, true]);
  expect(requested).toEqual(["", "b", "c"]);
});

it("fails again after an error, rather than end as if it were complete", async () => {
  const { call, requested } = list({ cursor: "broken" });
  const iterator = call[Symbol.asyncIterator]();
  await expect(iterator.next()).rejects.toMatchObject({ kind: "decode" });
  await expect(iterator.next()).rejects.toMatchObject({ kind: "decode" });
  expect(requested).toEqual(["broken"]);
});

it("goes on from the cursor of the response, whatever the caller does to a page", async () => {
  const { call, requested } = list();
  for await (const page of call.pages()) {
    (page as { next: unknown }).next = null;
  }
  expect(requested).toEqual(["", "b", "c"]);
});

it("refuses an unknown option of toArray, which would collect all", async () => {
  const { call, requested } = list();
  await expect(call.toArray({ limit: 1 } as object)).rejects.toMatchObject({
    kind: "input",
    message: "listItems: limit is unknown; expected max",
  });
  expect(requested).toEqual([""]);
});

it("leaves no failure of the call unhandled if toArray needs no page", async () => {
  const failures: unknown[] = [];
  const listen = (error: unknown) => void failures.push(error);
  process.on("unhandledRejection", listen);
  try {
    await expect(list({ cursor: "none" }).call.toArray({ max: -1 })).rejects.toThrow(/max must/);
    expect(await list({ cursor: "none" }).call.toArray({ max: 0 })).toEqual([]);
    await setImmediate();
    await setImmediate();
  } finally {
    process.off("unhandledRejection", listen);
  }
  expect(failures).toEqual([]);
});

it("goes on where a loop was left, in the same iterator", async () => {
  const iterator = list().call[Symbol.asyncIterator]() as AsyncIterableIterator<number>;
  expect((await iterator.next()).value).toBe(1);
  const rest: number[] = [];
  for await (const item of iterator) {
    rest.push(item);
  }
  expect(rest).toEqual([2, 3]);
});

it("may be read by several loops, each from the first item", async () => {
  const { call } = list();
  const all = await Promise.all([call.toArray(), call.toArray(), call.toArray({ max: 1 })]);
  expect(all).toEqual([[1, 2, 3], [1, 2, 3], [1]]);
});

it("keeps the state of each loop to itself: an error names its own page", async () => {
  const next: Record<string, string[]> = { "": ["p2"], p2: ["p3a", "p3b"] };
  let fail: (response: Response) => void = () => {};
  const seen: unknown[] = [];
  const fetch = async (input: string | Request) => {
    const { url } = input as Request;
    const cursor = new URL(url).searchParams.get("cursor") ?? "";
    if (cursor === "p3a") {
      return new Promise<Response>((resolve) => {
        fail = resolve;
      });
    }
    return Response.json({ items: [cursor], next: next[cursor]?.shift() ?? null });
  };
  const client = createClient<Client>(
    operations,
    {
      baseUrl: "http://localhost",
      fetch,
      retry: false,
      middleware: [
        {
          async onRequest({ request, params }) {
            await setImmediate();
            seen.push([new URL(request.url).searchParams.get("cursor"), params.query?.cursor]);
          },
        },
      ],
    },
    [listings, queries],
  );
  const call = client.listItems({});
  const [one, other] = [call.pages(), call.pages()];
  await Promise.all([one.next(), other.next()]);
  await one.next();
  await other.next();
  const failing = one.next();
  await other.next();
  await setImmediate();
  fail(new Response("", { status: 404 }));
  await expect(failing).rejects.toMatchObject({ url: "http://localhost/items?cursor=p3a" });
  expect(seen.map((pair) => (pair as unknown[])[0])).toEqual([null, "p2", "p2", "p3a", "p3b"]);
  expect(
    seen.every((pair) => ((pair as unknown[])[0] ?? undefined) === (pair as unknown[])[1]),
  ).toBe(true);
});

it("lets the failure of its first page wait for the loop", async () => {
  const failures: unknown[] = [];
  const listen = (error: unknown) => void failures.push(error);
  process.on("unhandledRejection", listen);
  try {
    const [one, other] = [list({ cursor: "none" }).call, list({ cursor: "none" }).call];
    await setImmediate();
    await setImmediate();
    await expect(one.toArray()).rejects.toMatchObject({ kind: "network" });
    await expect(other.toArray()).rejects.toMatchObject({ kind: "network" });
  } finally {
    process.off("unhandledRejection", listen);
  }
  expect(failures).toEqual([]);
});

it.each(["items", "pages"])("ends after 1,000 pages without items, in %s", async (way) => {
  let requests = 0;
  const fetch = async () => Response.json({ items: [], next: `c${requests++}` });
  const options = { baseUrl: "http://localhost", fetch };
  const call = createClient<Client>(operations, options, [listings, queries]).listItems({});
  const loop = async () => {
    for await (const _ of way === "items" ? call : call.pages()) {
    }
  };
  await expect(loop()).rejects.toMatchObject({
    kind: "pagination",
    message: "listItems: 1000 pages in a row have no items",
  });
  expect(requests).toBe(1_000);
});

it("goes on after pages without items", async () => {
  let requests = 0;
  const fetch = async () => {
    const items = ++requests % 600 === 0 ? [requests] : [];
    return Response.json({ items, next: requests < 1_800 ? `c${requests}` : null });
  };
  const options = { baseUrl: "http://localhost", fetch };
  const client = createClient<Client>(operations, options, [listings, queries]);
  expect(await client.listItems({}).toArray()).toEqual([600, 1_200, 1_800]);
});
