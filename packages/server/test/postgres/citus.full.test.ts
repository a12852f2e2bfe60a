import { expect, onTestFinished, type TestContext, test } from "vitest";
import { openReader, openWriter } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { statementsOf } from "../../src/store/postgres/statements.ts";
import { ANY_SIZE, address, blockOf, name } from "../support/blocks.ts";
import { untilEnd } from "../support/engines.ts";
import { createDatabase, GIVEN } from "../support/postgres/database.ts";

const SCHEMA = "chain_ethereum";

/** An empty cluster, and a session on it, until the test ends. */
async function cluster({ skip }: TestContext) {
  const { url } = await createDatabase();
  const session = await openSession({ url });
  onTestFinished(() => session.close());
  const query = async (text: string, values: unknown[] = []) =>
    (await session.run({ text }, ...values)).rows;
  const isCitus = await query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  skip(isCitus.length === 0, "not a cluster");
  return { place: { kind: "postgres", url, schema: SCHEMA } as const, query };
}

test.skipIf(GIVEN === undefined)(
  "a chain of a database is served while it moves to another node",
  async (context) => {
    const { place, query } = await cluster(context);
    const writer = untilEnd(await openWriter(place, { undoBlocks: 100 }));
    await writer.addBlocks([blockOf(name(0), 2)], undefined);
    const reader = untilEnd(await openReader(place));
    const nodeOf = async () =>
      (
        await query(`SELECT nodename, nodeport FROM citus_shards WHERE table_name = $1::regclass`, [
          `${SCHEMA}.block`,
        ])
      )[0];
    const before = await nodeOf();
    const [target] = await query(
      `SELECT nodename, nodeport FROM pg_dist_node
     WHERE shouldhaveshards AND isactive AND nodeport <> $1`,
      [before?.nodeport],
    );

    let isMoved = false;
    const reading = (async () => {
      while (!isMoved) {
        const tip = await reader.tip();
        expect((await reader.getBlock(tip?.number ?? 0))?.number).toBe(tip?.number);
        expect(
          await reader.listAddressTransactions(address(1), undefined, 9, ANY_SIZE),
        ).not.toHaveLength(0);
      }
    })();
    const writing = (async () => {
      for (let number = 1; !isMoved || number <= 5; number += 1) {
        expect(await writer.addBlocks([blockOf(name(number), 2)], name(number - 1))).toBe(true);
      }
    })();
    const move = `SELECT citus_schema_move('${SCHEMA}', $1, $2, 'block_writes')`;
    await query(move, [target?.nodename, target?.nodeport]);
    isMoved = true;
    await Promise.all([reading, writing]);
    expect(await nodeOf()).toEqual(target);
    const tip = (await writer.tip())?.number ?? 0;
    expect(await reader.listLatestTransactions(undefined, 1_000, ANY_SIZE)).toHaveLength(
      2 * (tip + 1),
    );
  },
  300_000,
);

test.skipIf(GIVEN === undefined)(
  "what a commit waits for is set on the node that has the chain",
  async (context) => {
    const { place, query } = await cluster(context);
    await (await openWriter(place, { undoBlocks: 100 })).close();
    const { pathname, port } = new URL(place.url);
    const database = pathname.slice(1);
    // As in the guide.
    await query(`ALTER DATABASE ${database} SET citus.propagate_set_commands = 'local'`);
    // A node that has the table runs a query of it as a whole.
    const setting = statementsOf(SCHEMA)`SELECT current_setting('synchronous_commit') AS setting,
      inet_server_port() AS port FROM :head`;
    for (const [commit, expected] of [
      ["durable", "on"],
      ["local", "local"],
      ["later", "off"],
    ] as const) {
      const session = await openSession(place, commit);
      const [row] = (await session.transaction((db) => db.run(setting))).rows;
      await session.close();
      expect(row?.setting).toBe(expected);
      expect(row?.port).not.toBe(Number(port));
    }
  },
);
