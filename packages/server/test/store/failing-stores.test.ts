import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type ReadResults, settleContracts } from "../../src/balances/settle-contracts.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import { isEncodingError } from "../../src/store/engine.ts";
import { openWriter, type PostgresLocation, type StoreLocation } from "../../src/store/open.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { type Engine, POSTGRES, SQLITE, untilEnd } from "../support/engines.ts";
import { query, TERMINATE_OTHERS } from "../support/postgres/database.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { temporaryFolder } from "../support/support.ts";

const [OWNER, TOKEN] = [address(1), address(9)];
const BLOCK = { ...blockOf(name(1)), touched: [{ owner: OWNER, token: TOKEN }] };

/** Lets a store fail. @returns Function that ends it, with another store if this one is over. */
type Failure = (
  place: StoreLocation,
  store: ChainWriter,
) => Promise<() => Promise<ChainWriter | undefined>>;

/** Opens the store again. */
const reopened = async (place: StoreLocation) =>
  untilEnd(await openWriter(place, { undoBlocks: 10, holder: "another" }));

/** Closes the store that is used. */
const closed: Failure = async (place, store) => {
  await store.close();
  return () => reopened(place);
};

const FAILURES: readonly { readonly engine: Engine; readonly what: string; fail: Failure }[] = [
  {
    engine: SQLITE,
    what: "is locked by another process",
    async fail(place) {
      const other = new DatabaseSync((place as { file: string }).file);
      onTestFinished(() => other.close());
      other.exec("BEGIN EXCLUSIVE");
      return async () => {
        other.exec("ROLLBACK");
        return undefined;
      };
    },
  },
  { engine: SQLITE, what: "is closed", fail: closed },
  { engine: POSTGRES, what: "is closed", fail: closed },
  {
    engine: POSTGRES,
    what: "has lost its lease to another process",
    async fail(place) {
      const { url, schema } = place as PostgresLocation;
      await query(
        url,
        `UPDATE chainkit.writer SET until = '-infinity', epoch = epoch + 1;
          UPDATE ${schema}.head SET epoch = epoch + 1`,
      );
      return () => reopened(place);
    },
  },
  {
    engine: POSTGRES,
    what: "resets its connections",
    async fail(place) {
      const { url } = place as PostgresLocation;
      await query(url, TERMINATE_OTHERS);
      await query(url, "UPDATE chainkit.writer SET until = '-infinity'");
      return () => reopened(place);
    },
  },
];

test.each(FAILURES)(
  "a store of $engine.name that $what sets no contract aside",
  async ({ engine, fail }) => {
    const place = await engine.place();
    const store = await engine.openWriter(place);
    onTestFinished(() => store.close().catch(() => {}));
    await store.addBlocks([BLOCK], undefined);
    await assertNoneAside(store, await fail(place, store));
  },
);

/** Codes of errors that the server of a database raises, whatever is written. */
const RAISED = {
  "a full disk": "53100",
  "no memory": "53200",
  "a statement timeout": "57014",
  "a shutdown": "57P01",
  "a deadlock": "40P01",
  "a database that cannot be written": "25006",
  "the depth of its stack": "54001",
  "a broken disk": "58030",
};

test("an error of the server of PostgreSQL sets no contract aside", async () => {
  const place = (await POSTGRES.place()) as PostgresLocation;
  const { url, schema } = place;
  const store = untilEnd(await POSTGRES.openWriter(place));
  for (const [at, code] of Object.values(RAISED).entries()) {
    const block = { ...blockOf(name(at + 1)), touched: BLOCK.touched };
    await store.addBlocks([block], at === 0 ? undefined : name(at));
    await query(
      url,
      `CREATE FUNCTION ${schema}.fail() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'fails' USING ERRCODE = '${code}'; END $$;
        CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${schema}.balance
          FOR EACH ROW EXECUTE FUNCTION ${schema}.fail()`,
    );
    const end = async () => {
      await query(url, `DROP FUNCTION ${schema}.fail CASCADE`);
      return undefined;
    };
    await assertNoneAside(store, end, at + 1, BigInt(at + 1));
  }
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
  await assertNoneAside(store, async () => {
    disk.release();
    return undefined;
  });
});

/** Settles while a store fails, and once it no longer does. */
async function assertNoneAside(
  store: ChainWriter,
  end: Awaited<ReturnType<Failure>>,
  block = 1,
  raw = 7n,
) {
  const balances = [{ token: TOKEN, owner: OWNER, raw }];
  const results: ReadResults = { tokens: [], nfts: [], refused: new Map(), balances };
  const asked: string[] = [];
  const watched: ChainWriter = {
    ...store,
    setAside(contract, reason) {
      asked.push(reason);
      return store.setAside(contract, reason);
    },
  };
  await expect(settleContracts(watched, name(block), results, () => {})).rejects.toThrow();
  const next = (await end()) ?? store;
  expect(asked).toEqual([]);
  expect((await next.counts()).setAside).toBe(0);
  const settled = await settleContracts(next, name(block), results, () => {});
  expect(settled).toMatchObject({ isWritten: true });
  expect(await next.listErc20Balances(OWNER, TOKEN, undefined, 1)).toMatchObject([{ raw }]);
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
