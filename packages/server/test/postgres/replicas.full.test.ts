import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type {
  BlockName,
  Hex,
  TransactionPosition,
  TransactionRecord,
} from "../../src/chain/records.ts";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { StoreUnavailableError } from "../../src/store/engine.ts";
import { openReader, openWriter, type PostgresLocation } from "../../src/store/open.ts";
import { type Copy, replicatedReader } from "../../src/store/postgres/replicas.ts";
import { HEADER, word } from "../support/blocks.ts";
import { run } from "../support/command.ts";
import { until } from "../support/ingest.ts";
import { startPostgres, startStandby } from "../support/postgres/server.ts";

const SCHEMA = "chain_ethereum";
const OWNER: Hex = `0x${"1".repeat(40)}`;
const name = (number: number): BlockName => ({ number, hash: word(number) });

function blockOf(number: number, salt = 0): BlockChange {
  const hash = word(number + salt);
  const record = {
    ...{
      hash: word(number * 1_000 + salt),
      blockHash: hash,
      blockNumber: number,
      index: 0,
      type: 2,
    },
    ...{
      blockTimestamp: number,
      from: OWNER,
      to: null,
      contractAddress: null,
      nonce: "0",
      gas: "0",
    },
    ...{ gasPrice: "0", maxFeePerGas: null, maxPriorityFeePerGas: null, value: "0", input: "0x" },
    ...{ status: 1, gasUsed: "0", cumulativeGasUsed: "0", effectiveGasPrice: "0", l1Fee: null },
    ...{ l1FeeScalar: null, l1GasPrice: null, l1GasUsed: null },
  } satisfies TransactionRecord;
  return {
    block: { ...HEADER, number, hash, timestamp: number, transactionCount: 1 },
    transactions: [{ record, participants: [OWNER] }],
    nftTransfers: [],
    touched: [],
  };
}

let primary: Awaited<ReturnType<typeof startPostgres>>;
let standby: Awaited<ReturnType<typeof startStandby>>;
let writer: ChainWriter;

beforeAll(async () => {
  primary = await startPostgres();
  writer = await openWriter(
    { kind: "postgres", url: primary.url, schema: SCHEMA },
    { undoBlocks: 100 },
  );
  standby = await startStandby(primary);
  await writer.addBlocks([blockOf(1)], undefined);
  for (let number = 2; number <= 20; number += 1) {
    await writer.addBlocks([blockOf(number)], name(number - 1));
  }
  await replayed();
  await replay("pause");
  for (let number = 21; number <= 30; number += 1) {
    await writer.addBlocks([blockOf(number)], name(number - 1));
  }
});

afterAll(async () => {
  await standby.stop();
  await primary.stop();
});

async function replay(what: "pause" | "resume") {
  const client = await standby.connect();
  await client.query(`SELECT pg_wal_replay_${what}()`);
  // Only requested so far: records that arrive meanwhile would still be replayed.
  const state = what === "pause" ? "paused" : "not paused";
  await until(`replaying is ${state}`, async () => {
    const { rows } = await client.query("SELECT pg_get_wal_replay_pause_state() AS state");
    return rows[0].state === state;
  });
  await client.end();
}

/** Waits until the standby has all that the primary has. */
async function replayed() {
  const [source, at] = [await primary.connect(), await standby.connect()];
  const { rows } = await source.query("SELECT pg_current_wal_lsn()::text AS lsn");
  const now = "SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS ok";
  const isThere = async () => (await at.query(now, [rows[0].lsn])).rows[0].ok;
  await until("the standby has all", isThere);
  await Promise.all([source.end(), at.end()]);
}

/** @param maxLagMs Infinity: also a replica that is behind is read. */
const onBoth = (maxLagMs: number, maxLagBlocks = Infinity) =>
  openReader({
    ...{ kind: "postgres", url: primary.url, schema: SCHEMA, maxLagMs, maxLagBlocks },
    replicas: [standby.url],
  } as PostgresLocation);
const onStandby = async (): Promise<ChainReader> =>
  openReader({
    kind: "postgres",
    url: "postgres://postgres@127.0.0.1:1/none",
    schema: SCHEMA,
    replicas: [standby.url],
  });
const on = (url: string) => openReader({ kind: "postgres", url, schema: SCHEMA });

/** Walks a listing from the first page to the last. */
async function walk(
  page: (
    after: TransactionPosition | undefined,
    at: number,
  ) => Promise<readonly TransactionRecord[]>,
) {
  const numbers: number[] = [];
  for (let at = 0; ; at += 1) {
    const last = numbers.at(-1);
    const rows = await page(last === undefined ? undefined : { blockNumber: last, index: 0 }, at);
    numbers.push(...rows.map(({ blockNumber }) => blockNumber));
    if (rows.length < 3) {
      return numbers;
    }
  }
}

const ALL = Array.from({ length: 30 }, (_, at) => 30 - at);

test("a listing over a lagging replica is complete", async () => {
  const [reader, ahead] = [await onBoth(Infinity), await on(primary.url)];
  const behind = await on(standby.url);
  const table: Record<string, object> = {};
  for (const list of ["listAddressTransactions", "listLatestTransactions"] as const) {
    const page = (from: ChainReader, after: TransactionPosition | undefined) =>
      list === "listAddressTransactions"
        ? from.listAddressTransactions(OWNER, after, 3)
        : from.listLatestTransactions(after, 3);
    // The first page comes from another process, which has read the primary.
    const without = await walk((after, at) => page(at % 2 === 0 ? ahead : behind, after));
    const rest = await walk((after, at) => page(at === 0 ? ahead : reader, after));
    table[list] = { rows: ALL.length, "in turns": without.length, "with the rule": rest.length };
    expect(rest).toEqual(ALL);
    expect(without.length).toBeLessThan(ALL.length);
  }
  console.table(table);
  await Promise.all([reader, behind, ahead].map((each) => each.close()));
});

test("replicas return found records, and only the primary decides absence", async () => {
  const [reader, alone] = [await onBoth(Infinity), await onStandby()];
  expect((await alone.getBlock(20))?.number).toBe(20);
  expect((await reader.getBlock(25))?.number).toBe(25);
  expect((await reader.getTransaction(word(25_000)))?.blockNumber).toBe(25);
  expect(await reader.listBlockTransactions(25, undefined, 9)).toHaveLength(1);
  expect(await reader.getBlock(31)).toBeUndefined();
  // Without the primary, it is unknown whether it exists.
  await expect(alone.getBlock(25)).rejects.toThrow(StoreUnavailableError);
  expect((await alone.listLatestTransactions(undefined, 1))[0]?.blockNumber).toBe(20);
  await Promise.all([reader.close(), alone.close()]);
});

test("a replica that is behind is left out", async () => {
  const reader = await onBoth(100);
  const latest = async () => (await reader.getLatestBlock())?.number;
  await expect.poll(latest).toBe(30);
  await reader.close();
});

test("a replica that is too many blocks behind is left out, however short the time", async () => {
  for (const [limit, latest] of [
    [10, 20],
    [9, 30],
  ] as const) {
    const reader = await onBoth(Infinity, limit);
    expect((await reader.getLatestBlock())?.number).toBe(latest);
    await reader.close();
  }
});

test("the latest block never goes back within a process", async () => {
  const reader = await onBoth(Infinity);
  const latest = async () => (await reader.tip())?.number;
  expect(await latest()).toBe(20);
  await replay("resume");
  await replayed();
  await expect.poll(latest).toBe(30);
  await replay("pause");
  await writer.addBlocks([blockOf(31)], name(30));
  // The replica may be read: it has all that was served.
  expect(await latest()).toBe(30);
  await writer.rollbackTo(29, name(31));
  // Now it has blocks that are no longer part of the chain.
  await expect.poll(latest).toBe(29);
  await replay("resume");
  await replayed();
  expect(await latest()).toBe(29);
  await reader.close();
});

test("a page is the primary's if the replica replays a rollback while it is read", async () => {
  const copyOf = async ({ url, connect }: typeof standby): Promise<Copy> => {
    const [reader, client] = [await on(url), await connect()];
    return {
      ...reader,
      async head() {
        const { rows } = await client.query(`SELECT number, generation FROM ${SCHEMA}.head`);
        return { number: Number(rows[0].number), generation: Number(rows[0].generation) };
      },
      async close() {
        await Promise.all([reader.close(), client.end()]);
      },
    };
  };
  await replayed();
  const replica = await copyOf(standby);
  const reader = await replicatedReader(await copyOf(primary), [
    {
      ...replica,
      async listLatestTransactions(...page) {
        await writer.rollbackTo(27, name(29));
        await replayed();
        await replay("pause");
        await writer.addBlocks([blockOf(28, 500), blockOf(29, 500)], name(27));
        return replica.listLatestTransactions(...page);
      },
    },
  ]);
  const rows = await reader.listLatestTransactions({ blockNumber: 29, index: 0 }, 2);
  expect(rows.map(({ blockNumber }) => blockNumber)).toEqual([28, 27]);
  await replay("resume");
  await reader.close();
});

/** Copies of a chain of which some are down, and the names of those that were read. */
function fakes() {
  const down = new Map<string, Error>();
  const reads: string[] = [];
  const copyOf = (name: string) => {
    const respond = async <Result>(result: Result): Promise<Result> => {
      const error = down.get(name);
      if (error) {
        throw error;
      }
      return result;
    };
    const read = <Result>(result: Result) => {
      reads.push(name);
      return respond(result);
    };
    return {
      head: () => respond({ number: 20, generation: 0 }),
      getBlock: (number: number) => read({ number }),
      tip: () => read({ number: 20, hash: word(20) }),
      followerStatus: () => read({ head: 20 }),
      close: async () => {},
    } as unknown as Copy;
  };
  return { down, reads, copyOf };
}

test("a replica that fails is left out at once, so that the others serve without the primary", async () => {
  const { down, reads, copyOf } = fakes();
  const copies = [copyOf("first"), copyOf("second")];
  // It is not polled again.
  const reader = await replicatedReader(copyOf("primary"), copies, { pollMs: 60_000 });
  for (const name of ["primary", "first"]) {
    down.set(name, new StoreUnavailableError(undefined));
  }
  for (const read of [
    async () => (await reader.getBlock(20))?.number,
    async () => (await reader.tip())?.number,
    async () => (await reader.followerStatus?.())?.head,
  ]) {
    expect([await read(), await read()]).toEqual([20, 20]);
  }
  expect(reads.filter((name) => name === "first")).toHaveLength(1);
  await reader.close();
});

test("a replica that fails a poll is left out until it responds to one", async () => {
  const { down, reads, copyOf } = fakes();
  const copies = [copyOf("first"), copyOf("second")];
  const reader = await replicatedReader(copyOf("primary"), copies, { pollMs: 10 });
  const asked = async () => {
    reads.length = 0;
    await Promise.all([1, 2, 3, 4].map((number) => reader.getBlock(number)));
    return new Set(reads);
  };
  expect(await asked()).toEqual(new Set(["first", "second"]));
  down.set("first", new StoreUnavailableError(undefined));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await asked()).toEqual(new Set(["second"]));
  down.clear();
  await expect.poll(asked).toEqual(new Set(["first", "second"]));
  await reader.close();
});

test("a statement that a replica cancels is the primary's", async () => {
  const { down, reads, copyOf } = fakes();
  const copies = [copyOf("first"), copyOf("second")];
  const reader = await replicatedReader(copyOf("primary"), copies, { pollMs: 60_000 });
  const timeout = new StoreUnavailableError({ code: "57014" });
  down.set("first", timeout).set("second", timeout);
  expect((await reader.getBlock(5))?.number).toBe(5);
  expect(reads).toEqual(["first", "primary"]);
  await reader.close();
});

test("without the primary, what a replica has is served, and the rest is 503, never 404", async () => {
  const second = await startStandby(primary);
  onTestFinished(() => second.stop());
  const replicas = `${standby.url},${second.url}`;
  const args = ["--role", "api", "--database", primary.url, "--read-from", replicas];
  const service = run(["serve", "--port", "0", "--rate-anonymous", "0", ...args]);
  const [, url = ""] = await service.until(/listening at (\S+)/);
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return [response.status, response.headers.get("retry-after")];
  };
  // On a busy machine, the first read may be refused with 503, as it should be later.
  await expect.poll(() => get("/v2/ethereum/blocks/99")).toEqual([404, null]);
  await Promise.all([primary.kill(), second.kill()]);
  // Also by requests that would be those of the other replica.
  const paths = Array.from({ length: 10 }, (_, at) => `/v2/ethereum/blocks/${at + 11}`);
  expect(await Promise.all(paths.map(get))).toEqual(paths.map(() => [200, null]));
  expect(await get("/v2/ethereum/blocks/latest")).toEqual([200, null]);
  expect(await get("/v2/ethereum/blocks/99")).toEqual([503, "1"]);
  expect(await get(`/v2/ethereum/transactions/${word(9)}`)).toEqual([503, "1"]);
  // A process that starts now serves as well.
  const other = run(["serve", "--port", "0", ...args]);
  const [, otherUrl] = await other.until(/listening at (\S+)/);
  expect((await fetch(`${otherUrl}/v2/ethereum/blocks/20`)).status).toBe(200);
  await primary.restart();
  await expect.poll(() => get("/v2/ethereum/blocks/99")).toEqual([404, null]);
});
