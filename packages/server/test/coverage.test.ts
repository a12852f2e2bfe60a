import { describe, expect, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
import { readCovered, readKnown } from "../src/handlers/coverage.ts";
import { ANY_SIZE, address, blockOf, name, word } from "./support/blocks.ts";
import { ENGINES_OF_TODAY, untilEnd } from "./support/engines.ts";
import { COLLECTION, change, OWNER, servedChain, settle, TIP } from "./support/served-chain.ts";

const LISTING = `/ethereum/v1/address/${OWNER}/transactions`;
const BALANCES = `/ethereum/v1/address/${OWNER}/balance/erc20`;
const NFTS = `/ethereum/v1/address/${OWNER}/balance/erc721`;
const HEADER = "chainkit-coverage";
const READ = `from=1, to=${TIP}, balances=${TIP}, complete=?0, pending=0, unreadable=0`;

describe("the header", () => {
  test.each([
    ["transactions", LISTING, `from=1, to=${TIP}, complete=?0`],
    ["the newest transactions", "/ethereum/v1/transactions", `from=1, to=${TIP}, complete=?0`],
    ["balances", BALANCES, READ],
    ["NFTs", NFTS, `from=1, to=${TIP}, complete=?0`],
    ["a block's transactions", `/ethereum/v1/block/${TIP}/transactions`, null],
  ])("of %s, also kept and unchanged", async (_, path, coverage) => {
    const { service } = await servedChain();
    const [first, , kept] = [
      await service.get(path),
      await service.get(path),
      await service.get(path),
    ];
    const held = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
    const unchanged = await service.get(path, held);
    const other = await service.get(`${path}?limit=50`, held);
    const responses = [first, kept, unchanged, other];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 304, 304]);
    expect(responses.map(({ headers }) => headers.get(HEADER))).toEqual(Array(4).fill(coverage));
    expect(first.headers.get("access-control-expose-headers")).toContain(HEADER);
  });

  test("changes with the chain, while the content does not", async () => {
    const { store, service } = await servedChain();
    const path = `/ethereum/v1/address/${address(3)}/transactions`;
    const { headers } = await service.get(path);
    await store.addBlocks([blockOf(name(TIP + 1))], name(TIP));
    const held = { headers: { "if-none-match": headers.get("etag") ?? "" } };
    const again = await service.get(path, held);
    const partly = `from=1, to=${TIP + 1}, complete=?0`;
    expect([again.status, again.headers.get(HEADER)]).toEqual([304, partly]);
    const read = async () => (await service.get(BALANCES)).headers.get(HEADER);
    expect(await read()).toBe(`${partly}, pending=1, unreadable=0`);
    await store.setAside(address(9), "odd");
    expect(await read()).toBe(`${partly}, pending=0, unreadable=1`);
    await settle(store, 5n);
    expect(await read()).toBe(READ.replaceAll(String(TIP), String(TIP + 1)));
    await store.prependBlocks([change(0)], name(1));
    const { headers: complete } = await service.get(LISTING);
    expect(complete.get(HEADER)).toBe(`from=0, to=${TIP + 1}, complete`);
  });
});

test("an empty list is not sent for balances that are known and not read", async () => {
  const { store, service } = await servedChain();
  const wallet = address(77);
  const path = `/ethereum/v1/address/${wallet}/balance/erc20`;
  const ofToken = `${path}?contract-address=${address(9)}`;
  const known = { ...blockOf(name(TIP + 1)), touched: [{ owner: wallet, token: address(9) }] };
  expect((await service.get(path)).body.resultCount).toBe(0);
  await store.addBlocks([known], name(TIP));
  const problems = async () => {
    const responses = [await service.get(path), await service.get(ofToken)];
    return responses.map(({ status, headers, body }) => [
      ...[status, headers.get("retry-after"), body.type],
    ]);
  };
  expect(await problems()).toEqual(Array(2).fill([503, "2", "/problems/balance-pending"]));
  await store.setAside(address(9), "odd");
  expect(await problems()).toEqual(Array(2).fill([503, "60", "/problems/balance-unreadable"]));
  const zero = [{ owner: wallet, token: address(9), raw: 0n }];
  await store.settle(name(TIP + 1), { tokens: [], nfts: [], balances: zero });
  expect((await service.get(path)).body.resultCount).toBe(0);
  expect((await service.get(ofToken)).body.resultCount).toBe(1);
});

test.each([
  ["a transaction", `/v2/ethereum/transactions/${word(999)}`, "such transaction of ethereum"],
  ["a block below the oldest one", "/v2/ethereum/blocks/0", "block 0 of ethereum"],
  ["its transactions", "/ethereum/v1/block/0/transactions", "block 0 of ethereum"],
  ["an NFT", `/v2/ethereum/collections/${COLLECTION}/nfts/7`, "token 7 of the collection"],
])("a 404 for %s says where it was looked for", async (_, path, what) => {
  const { store, service } = await servedChain(2);
  const { status, body, headers } = await service.get(path);
  expect([status, body.type]).toEqual([404, "/problems/not-found"]);
  expect(body.detail).toBe(
    `No ${what} is known from the stored blocks 1 to 2: it may be in others.`,
  );
  expect(headers.get(HEADER)).toBe("from=1, to=2, complete=?0");
  if (!path.includes("block")) {
    await store.prependBlocks([change(0)], name(1));
    const whole = await service.get(path);
    expect(whole.body.detail).toBe(`There is no ${what}.`);
    expect(whole.headers.get(HEADER)).toBe("from=0, to=2, complete");
  }
});

test.each([
  [{ isOrphaned: false }, "No blocks are stored yet: block 2 is not known."],
  [undefined, "No block 2 was found."],
])("a 404 where %j is stored says so: %s", async (extent, message) => {
  const reader = { readWithExtent: async () => ({ result: undefined, extent }) };
  const missing = readKnown(reader as never, "block 2", async () => undefined);
  await expect(missing).rejects.toThrow(message);
});

test.each([
  ["9007199254740992", "/v2/ethereum/blocks/9007199254740992"],
  ["9007199254740992", "/ethereum/v1/block/9007199254740992/transactions"],
  ["-1", "/ethereum/v1/block/-1/transactions"],
])("there is no block %s: %s", async (number, path) => {
  const { status, body } = await (await servedChain(2)).service.get(path);
  expect([status, body.detail]).toEqual([404, `There is no block ${number} of ethereum.`]);
});

test("a record that is added while it is looked up is found", async () => {
  const { store } = await servedChain(1);
  let reads = 0;
  const found = await readKnown(store, "block 2 of ethereum", async () => {
    reads += 1;
    return reads > 1 ? "block 2" : undefined;
  });
  expect(found).toBe("block 2");
});

test("balances are not those of the tip while the node has another chain", async () => {
  const known = { isDiscovered: true, state: "", isUnclear: false, pending: 0, unreadable: 0 };
  const read = async (isOrphaned: boolean) => {
    const extent = { ...known, isOrphaned, blocks: { oldest: 0, tip: 7 } };
    const reader = { readWithExtent: async () => ({ result: [], extent }) };
    const scope = { of: "balances", owner: OWNER } as const;
    return (await readCovered(reader as never, scope, async () => [])).coverage;
  };
  const rest = "pending=0, unreadable=0";
  expect(await read(false)).toBe(`from=0, to=7, balances=7, complete, ${rest}`);
  expect(await read(true)).toBe(`from=0, to=7, complete=?0, ${rest}`);
});

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  /** A store of so many blocks with a transaction each, and a reader. */
  const opened = async (count: number) => {
    const place = await engine.place();
    const store = untilEnd(await engine.openWriter(place));
    const reader = untilEnd(await engine.openReader(place));
    const blocks = Array.from({ length: count }, (_, number) => blockOf(name(number), 1));
    await store.addBlocks(blocks, undefined);
    return { store, reader };
  };

  test("a list that blocks were removed from while it was read is read again", async () => {
    const { store, reader } = await opened(3);
    const listed = await readCovered(reader, { of: "transactions" }, async () => {
      await store.rollbackTo(1, name(2));
      return reader.listLatestTransactions(undefined, 10, ANY_SIZE);
    });
    expect([listed.result.length, listed.coverage]).toEqual([2, "from=0, to=1, complete"]);
  });

  test("a list of tokens states what was stored when it was read", async () => {
    const { store, reader } = await opened(3);
    const owner = address(1);
    const balances = [{ owner, token: address(9), raw: 5n }];
    await store.settle(name(2), { tokens: [], nfts: [], balances });
    const list = (wallet: Hex) =>
      readCovered(reader, { of: "balances", owner: wallet, token: undefined }, async (server) => {
        await store.rollbackTo(1, name(2));
        return server.listErc20Balances(wallet, undefined, undefined, 10);
      });
    const listed = [await list(owner), await list(address(2))];
    const contracts = listed.map(({ result }) => result.map(({ contract }) => contract));
    expect(contracts).toEqual([[address(9)], []]);
    expect(listed.map(({ coverage }) => coverage)).toEqual([
      "from=0, to=1, complete=?0, pending=1, unreadable=0",
      "from=0, to=1, balances=1, complete, pending=0, unreadable=0",
    ]);
  });

  test("nothing is said of a list while the chain keeps changing", async () => {
    const { store, reader } = await opened(1);
    let next = 1;
    const { coverage, extent } = await readCovered(reader, { of: "transactions" }, async () => {
      await store.addBlocks([blockOf(name(next))], name(next - 1));
      next += 1;
    });
    expect([next, coverage, extent]).toEqual([4, undefined, undefined]);
  });
});
