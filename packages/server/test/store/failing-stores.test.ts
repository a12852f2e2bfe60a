import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type ReadResults, settleContracts } from "../../src/balances/settle-contracts.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import { isEncodingError } from "../../src/store/engine.ts";
import { openWriter, type StoreLocation } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { ENGINES, untilEnd } from "../support/engines.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { temporaryFolder } from "../support/support.ts";

const [OWNER, TOKEN] = [address(1), address(9)];
const BLOCK = { ...blockOf(name(1)), touched: [{ owner: OWNER, token: TOKEN }] };
const RESULTS: ReadResults = {
  ...{ tokens: [], nfts: [], refused: new Map() },
  balances: [{ token: TOKEN, owner: OWNER, raw: 7n }],
};

/** Lets a store fail. @returns Function that ends it. */
type Failure = (place: StoreLocation) => Promise<() => Promise<void>>;

/** An error that the server of a database raises, whatever is written. */
function raised(code: string): Failure {
  return async (place) => {
    const session = await openSession(place as StoreLocation & { kind: "postgres" });
    onTestFinished(() => session.close());
    const schema = (place as { schema: string }).schema;
    await session.run({
      text: `CREATE FUNCTION ${schema}.fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'fails' USING ERRCODE = '${code}'; END $$`,
    });
    await session.run({
      text: `CREATE TRIGGER fail BEFORE INSERT ON ${schema}.balance
        FOR EACH ROW EXECUTE FUNCTION ${schema}.fail()`,
    });
    return async () => {
      await session.run({ text: `DROP FUNCTION ${schema}.fail CASCADE` });
    };
  };
}

const FAILURES: readonly (readonly [engine: string, what: string, fail: Failure])[] = [
  [
    "SQLite",
    "is locked by another process",
    async (place) => {
      const other = new DatabaseSync((place as { file: string }).file);
      onTestFinished(() => other.close());
      other.exec("BEGIN EXCLUSIVE");
      return async () => other.exec("ROLLBACK");
    },
  ],
  ["PostgreSQL", "has a full disk", raised("53100")],
  ["PostgreSQL", "is out of memory", raised("53200")],
  ["PostgreSQL", "exceeds the statement timeout", raised("57014")],
  ["PostgreSQL", "is shut down", raised("57P01")],
  ["PostgreSQL", "has a deadlock", raised("40P01")],
  ["PostgreSQL", "cannot be written", raised("25006")],
  ["PostgreSQL", "exceeds the depth of its stack", raised("54001")],
  ["PostgreSQL", "has a broken disk", raised("58030")],
];

test.each(FAILURES)("a store of %s that %s sets no contract aside", async (engine, _, fail) => {
  const found = ENGINES.find((each) => each.name === engine);
  const place = await found?.place();
  if (!found || !place) {
    throw new Error(`there is no ${engine}`);
  }
  const store = untilEnd(await found.openWriter(place));
  await store.addBlocks([BLOCK], undefined);
  await assertNoneAside(store, await fail(place));
});

test("a store of SQLite that has a full disk sets no contract aside", async (context) => {
  const folder = temporaryFolder();
  const disk = mountSmallDisk(folder);
  if (!disk) {
    return context.skip("no permission to mount");
  }
  const file = join(folder, "chain.sqlite");
  const store = untilEnd(await openWriter({ kind: "sqlite", file }, { undoBlocks: 10 }));
  await store.addBlocks([BLOCK], undefined);
  disk.fill();
  await assertNoneAside(store, async () => disk.release());
});

/** Settles while a store fails, and once it no longer does. */
async function assertNoneAside(store: ChainWriter, end: () => Promise<void>): Promise<void> {
  const aside: unknown[] = [];
  const settle = () => settleContracts(store, name(1), RESULTS, (each) => aside.push(each));
  await expect(settle()).rejects.toThrow();
  await end();
  expect(aside).toEqual([]);
  expect(await store.countSetAside()).toBe(0);
  expect(await settle()).toMatchObject({ isWritten: true });
  expect(await store.listErc20Balances(OWNER, TOKEN, undefined, 1)).toMatchObject([{ raw: 7n }]);
}

test("a process without memory blames no value", () => {
  const allocate = () => new ArrayBuffer(2 ** 52);
  expect(allocate).toThrow(RangeError);
  try {
    allocate();
  } catch (error) {
    expect(isEncodingError(error)).toBe(false);
  }
  expect(isEncodingError(new RangeError("Invalid string length"))).toBe(true);
});
