import { expect, test } from "vitest";
import { openReader, openWriter } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { takeLease } from "../../src/store/postgres/lease.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { dump } from "../support/dump.ts";
import { createDatabase, query, skipIfPooled } from "../support/postgres/database.ts";

/** Settings that a database or a role may have, and that a service must not notice. */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["array_nulls", "off"],
  ["bytea_output", "escape"],
  ["client_encoding", "LATIN1"],
  ["DateStyle", "SQL, DMY"],
  ["default_transaction_isolation", "serializable"],
  ["enable_seqscan", "off"],
  ["escape_string_warning", "off"],
  ["extra_float_digits", "-15"],
  ["IntervalStyle", "sql_standard"],
  ["jit", "on"],
  ["quote_all_identifiers", "on"],
  ["search_path", "elsewhere"],
  ["standard_conforming_strings", "off"],
  ["synchronous_commit", "off"],
  ["TimeZone", "Pacific/Chatham"],
  ["transform_null_equals", "on"],
];

const CHANGES = [1, 2].map((number) => ({
  ...blockOf(name(number), 2),
  nftTransfers: [
    {
      ...{ collection: address(9), tokenId: 2n ** 256n - BigInt(number), logIndex: 0 },
      ...{ from: address(0), to: address(1) },
    },
  ],
}));
const TOKEN = {
  ...{ address: address(9), name: "Tökën \\x41 '\0", symbol: "\\\\", decimals: 18 },
  ...{ isErc20: true, isErc721: false, standard: null },
};

/** Everything that a store returns of some blocks and a balance, written and read over the same database. */
async function written(url: string) {
  const location = { kind: "postgres", url, schema: "chain_ethereum" } as const;
  const writer = await openWriter(location, { undoBlocks: 100 });
  const reader = await openReader(location);
  try {
    await writer.addBlocks(CHANGES, undefined);
    const balances = [{ owner: address(1), token: address(9), raw: 2n ** 255n }];
    await writer.settle(name(2), { tokens: [TOKEN], balances, nfts: [] });
    const extent = await reader.extent({ owner: address(1) });
    return { ...(await dump(writer, CHANGES)), extent: JSON.stringify(extent) };
  } finally {
    await Promise.all([writer.close(), reader.close()]);
  }
}

test("a store returns the same whatever the database is set to", async (context) => {
  skipIfPooled(context, "sessions of a pooler have the settings of others");
  const expected = await written((await createDatabase()).url);
  const { url } = await createDatabase();
  const [{ name }] = await query(url, "SELECT current_database() AS name");
  for (const [setting, value] of SETTINGS) {
    // A list is several values to `SET`.
    const list = value.split(", ").map((part) => `'${part}'`);
    await query(url, `ALTER DATABASE ${name} SET ${setting} = ${list.join(", ")}`);
  }
  expect(await written(url)).toEqual(expected);
});

test("a session whose settings others change refuses bytes in another form", async () => {
  const session = await openSession(await createDatabase());
  await session.run({ text: "SET bytea_output = escape" });
  const reading = session.run({ text: "SELECT '\\x41ff'::bytea AS hash" });
  await expect(reading).rejects.toThrow(/ALTER DATABASE … SET bytea_output = 'hex'/);
  await session.close();
});

test.each(["DEALLOCATE ALL", 'DEALLOCATE ALL; PREPARE "own" AS SELECT 2'])(
  "a connection that a pooler shares (%s) is named as the cause",
  async (others) => {
    const session = await openSession(await createDatabase());
    const statement = { name: "own", text: "SELECT 1" };
    const isKnown = others === "DEALLOCATE ALL";
    if (isKnown) {
      await session.run(statement);
    }
    await session.run({ text: others });
    await expect(session.run(statement)).rejects.toThrow(/update pgbouncer to 1\.21 or later/);
    await session.close();
  },
);

test("a lease that is released is not lost when its connection ends", async () => {
  const { url } = await createDatabase();
  const location = { kind: "postgres", url, schema: "chain_ethereum" } as const;
  const writer = await openWriter(location, { undoBlocks: 100 });
  await writer.addBlocks([blockOf(name(1))], undefined);
  const { lost } = writer;
  await writer.close();
  expect(lost?.aborted).toBe(false);

  const session = await openSession({ url });
  const lease = await takeLease(session, "chain_ethereum");
  await session.close();
  expect(lease.lost.aborted).toBe(true);
});
