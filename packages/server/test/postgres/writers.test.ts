import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { type BlockName, type TouchedPair, ZERO_ADDRESS } from "../../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { chainWriting } from "../../src/store/chain-writing.ts";
import { StoreLockedError, StoreUnavailableError } from "../../src/store/engine.ts";
import {
  besideWriter,
  openManagement,
  openReader,
  openSubgraphs,
  openWriter,
  type PostgresLocation,
} from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { transactionsOf } from "../../src/store/postgres/lease.ts";
import { statementsOf } from "../../src/store/postgres/statements.ts";
import { CHAIN } from "../../src/store/postgres/steps.ts";
import { address, blockOf, NO_EVENTS, NO_RESULTS, name } from "../support/blocks.ts";
import { untilEnd } from "../support/engines.ts";
import {
  createDatabase,
  GIVEN,
  query,
  skipIfPooled,
  TERMINATE_OTHERS,
} from "../support/postgres/database.ts";
import { startPostgres } from "../support/postgres/server.ts";

const SCHEMA = "chain_ethereum";
const OPTIONS = { undoBlocks: 100 };
const ADDRESS = `0x${"a".repeat(40)}` as const;

const emptyBlock = (of: BlockName): BlockChange => ({ ...blockOf(of), ...NO_EVENTS });

async function location(): Promise<PostgresLocation> {
  const { url } = await createDatabase();
  return { kind: "postgres", url, schema: SCHEMA };
}

/** Lets a lease expire without being released. */
async function endLease({ url }: PostgresLocation): Promise<void> {
  await query(url, "UPDATE chainkit.writer SET until = '-infinity'");
}

test("refuses a stalled writer once another one has taken over", async () => {
  const place = await location();
  const stalled = untilEnd(await openWriter(place, OPTIONS));
  await stalled.addBlocks([emptyBlock(name(1))], undefined);
  await endLease(place);
  const next = untilEnd(await openWriter(place, OPTIONS));
  await expect(stalled.addBlocks([emptyBlock(name(2, 1))], name(1))).rejects.toThrow(
    StoreLockedError,
  );
  await expect(stalled.rollbackTo(0, name(1))).rejects.toThrow(StoreLockedError);
  await expect(stalled.settle(name(1), NO_RESULTS)).rejects.toThrow(StoreLockedError);
  expect(await next.addBlocks([emptyBlock(name(2))], name(1))).toBe(true);
  expect(await next.tip()).toEqual(name(2));
});

test("a writer has lost the lease as soon as its connection ends", async (context) => {
  skipIfPooled(context, "a client does not learn that a connection to the server has ended");
  const place = await location();
  const writer = await openWriter(place, OPTIONS);
  await query(place.url, TERMINATE_OTHERS);
  // Long before the lease expires.
  await vi.waitFor(() => expect(writer.lost?.aborted).toBe(true), { timeout: 4_000 });
  expect(writer.lost?.reason).toBeInstanceOf(StoreUnavailableError);
  await writer.close();
});

test("a takeover waits for a write in progress, and continues after it", async () => {
  const place = await location();
  const first = untilEnd(await openWriter(place, OPTIONS));
  await first.addBlocks([emptyBlock(name(1))], undefined);
  const blocker = await openSession({ url: place.url });
  let next: Promise<ChainWriter> | undefined;
  await blocker.transaction(async (db) => {
    await db.run({ text: `UPDATE ${SCHEMA}.head SET number = number` });
    await endLease(place);
    next = openWriter(place, OPTIONS);
    const early = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 300))]);
    expect(early).toBeUndefined();
  });
  await blocker.close();
  const taken = untilEnd((await next) as ChainWriter);
  expect(await taken.tip()).toEqual(name(1));
});

test("of two processes with the same lease one wins each block", async () => {
  const place = await location();
  const writer = untilEnd(await openWriter(place, OPTIONS));
  await writer.addBlocks([emptyBlock(name(0))], undefined);
  const sessions = [await openSession(place), await openSession(place)] as const;
  const sql = statementsOf(SCHEMA);
  const [{ epoch } = {}] = (await sessions[0].run(sql`SELECT epoch FROM :head`)).rows;
  const lease = { epoch: Number(epoch), lose() {} };
  const writers = sessions.map((session) =>
    chainWriting(CHAIN, transactionsOf(session, SCHEMA, lease), 100),
  );
  let tip = name(0);
  const wins = [0, 0];
  for (let number = 1; number <= 50; number += 1) {
    const results = await Promise.all(
      writers.map(({ addBlocks }, fork) => addBlocks([emptyBlock(name(number, fork))], tip)),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    const winner = results.indexOf(true);
    wins[winner] = (wins[winner] ?? 0) + 1;
    tip = name(number, winner);
    expect(await writer.tip()).toEqual(tip);
  }
  await Promise.all(sessions.map((session) => session.close()));
  expect(wins.reduce((a, b) => a + b)).toBe(50);
});

test("a database that crashes during a write has whole blocks only, and can be continued", async () => {
  const server = await startPostgres({ fsync: "on" });
  try {
    const place = { kind: "postgres", url: server.url, schema: SCHEMA } as const;
    const writer = await openWriter(place, OPTIONS);
    let sent = name(0);
    await writer.addBlocks([emptyBlock(sent)], undefined);
    const writing = (async () => {
      for (let number = 1; ; number += 1) {
        const next = name(number);
        await writer.addBlocks([emptyBlock(next)], sent);
        sent = next;
      }
    })().catch((error: Error) => error);
    while (sent.number < 20) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await server.kill();
    expect(await writing).toBeInstanceOf(Error);
    await server.restart();
    await endLease(place);
    const next = await openWriter(place, OPTIONS);
    const tip = (await next.tip()) as BlockName;
    // The last one may have been written although its response was lost.
    expect([sent.number, sent.number + 1]).toContain(tip.number);
    expect(await next.blockHash(tip.number)).toBe(tip.hash);
    expect(await next.blockHash(tip.number + 1)).toBeUndefined();
    expect(await next.addBlocks([emptyBlock(name(tip.number + 1))], tip)).toBe(true);
    await next.close();
  } finally {
    await server.stop();
  }
});

test("concurrent migrations wait for each other", async () => {
  const place = await location();
  const readers = await Promise.all(Array.from({ length: 6 }, () => openReader(place)));
  await Promise.all(readers.map((reader) => reader.close()));
});

/** Records what each commit that writes a table waits for. */
const NOTE_COMMITS = (table: string) => [
  `CREATE FUNCTION note_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO noted VALUES ('${table}', current_setting('synchronous_commit')); RETURN NULL;
   END $$`,
  `CREATE CONSTRAINT TRIGGER noted AFTER INSERT OR UPDATE OR DELETE
     ON ${["head", "nft", "metadata_due"].includes(table) ? SCHEMA : "chainkit"}.${table}
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_${table}()`,
];
const SHARED = ["writer", "token", "tag", "deployment", "graph_node", "cursor_key"];

// A given database may be distributed, and then has no triggers.
test.skipIf(GIVEN !== undefined)(
  "commits of tokens and tags wait for a standby, those of blocks do not, whatever the default",
  async (context) => {
    skipIfPooled(context, "settings of a database do not apply to connections that are open");
    const place = await location();
    await (await openWriter(place, OPTIONS)).close();
    const session = await openSession(place);
    onTestFinished(() => session.close());
    const run = (text: string) => session.run({ text });
    await run("CREATE TABLE noted (written text, commit text)");
    for (const command of [...SHARED, "head", "nft", "metadata_due"].flatMap(NOTE_COMMITS)) {
      await run(command);
    }
    const waits = async () => {
      const { rows } = await run("DELETE FROM noted RETURNING written, commit");
      return [...new Set(rows.map(({ written, commit }) => `${written} ${commit}`))].sort();
    };
    const { rows } = await run("SELECT current_database() AS name");
    for (const [standard, durable] of [
      ["off", "on"],
      ["remote_apply", "remote_apply"],
    ]) {
      await run(`ALTER DATABASE ${rows[0]?.name} SET synchronous_commit = ${standard}`);
      const writer = await openWriter(place, OPTIONS);
      const tip = (await writer.tip())?.number ?? 0;
      const parent = tip > 0 ? name(tip) : undefined;
      const nft = { collection: ADDRESS, tokenId: BigInt(tip) };
      const minted = { ...nft, logIndex: 0, from: ZERO_ADDRESS, to: ADDRESS };
      await writer.addBlocks([{ ...emptyBlock(name(tip + 1)), nftTransfers: [minted] }], parent);
      const settled = { ...nft, uri: "u", metadata: null, isDue: true };
      await writer.settle(name(tip + 1), { tokens: [], balances: [], nfts: [settled] });
      await writer.postponeMetadata(nft, 1, "status");
      await writer.setMetadata({ ...nft, uri: "u" }, "{}");
      await writer.setFollowerStatus({ head: 1, settled: undefined, trouble: undefined });
      expect(await waits()).toEqual([
        "head local",
        "metadata_due local",
        "nft local",
        "writer local",
      ]);
      const many = Array.from({ length: 40 }, (_, at) => emptyBlock(name(tip + 2 + at)));
      await writer.addBlocks(many, name(tip + 1));
      expect(await waits()).toEqual(["head off"]);
      await writer.rollbackTo(tip + 40, name(tip + 41));
      await writer.close();
      expect(await waits()).toEqual(["head local", "writer local"]);

      const management = await openManagement(place);
      await management.addDeployment("a", "1");
      await management.setTag("a", "1", "live");
      expect(await waits()).toEqual([`deployment ${durable}`, `tag ${durable}`]);
      await management.deleteTag("a", "1", "live");
      expect(await waits()).toEqual([`tag ${durable}`]);
      expect(await management.removeDeployment("a", "1")).toBe("removed");
      expect(await waits()).toEqual([`deployment ${durable}`]);
      const token = { id: "t", name: "ci", scope: "management", hash: "0x00" } as const;
      await management.addToken({ ...token, expiresAt: null });
      expect(await waits()).toEqual([`token ${durable}`]);
      await management.deleteToken("t");
      expect(await waits()).toEqual([`token ${durable}`]);
      await management.close();
      const subgraphs = await openSubgraphs(place);
      const version = { name: "a", version: "1", deploymentId: "Qm", remoteName: "a/1" };
      await subgraphs.attach({ ...version, node: null });
      await subgraphs.close();
      expect(await waits()).toEqual([`deployment ${durable}`, `graph_node ${durable}`]);
      await run("DELETE FROM chainkit.graph_node; DELETE FROM chainkit.deployment");
      await waits();
    }
  },
);

const TOKEN = address(9);
const pairsOf = (first: number, count: number): TouchedPair[] =>
  Array.from({ length: count }, (_, at) => ({ owner: address(first + at), token: TOKEN }));

test("pairs are added beside a writer without a deadlock", async () => {
  const place = await location();
  const writer = untilEnd(await openWriter(place, OPTIONS));
  await writer.addBlocks([emptyBlock(name(0))], undefined);
  for (let round = 1; round <= 10; round += 1) {
    const pairs = pairsOf(round * 10_000, 4_000);
    const added = besideWriter(place, (chain) => chain.addPairs(pairs.toReversed()));
    await wait(Math.random() * 60);
    const block = { ...emptyBlock(name(round)), touched: pairs.toReversed() };
    expect(await writer.addBlocks([block], name(round - 1))).toBe(true);
    await added;
  }
  expect((await writer.counts()).pending).toBe(10 * 4_000);
});

test("discoveries are added beside a writer without a deadlock, and leave no pair pending", async () => {
  const place = await location();
  const writer = untilEnd(await openWriter(place, OPTIONS));
  await writer.addBlocks([emptyBlock(name(0))], undefined);
  for (let number = 1; number <= 5; number += 1) {
    const pairs = pairsOf(number * 10_000, 2_000);
    const nfts = pairs.map((_, at) => ({
      collection: TOKEN,
      tokenId: BigInt(number * 10_000 + at),
      owner: ADDRESS,
    }));
    const found = { pairs, nfts, unrecognized: [], wallets: [ADDRESS] };
    const received = { ...found, lowest: 0, restsOn: [name(number - 1)] };
    const discovery = besideWriter(place, (chain) => chain.addReceived(received));
    await wait(Math.random() * 60);
    const nftTransfers = nfts
      .toReversed()
      .map((nft, logIndex) => ({ ...nft, from: ADDRESS, to: ADDRESS, logIndex }));
    const block = { ...emptyBlock(name(number)), touched: pairs.toReversed(), nftTransfers };
    expect(await writer.addBlocks([block], name(number - 1))).toBe(true);
    await discovery;
    const pending = await writer.listPending(undefined, 10_000);
    expect(pending).toHaveLength(pairs.length);
    const balances = pending.map(({ owner, token }) => ({ owner, token, raw: 1n }));
    await writer.settle(name(number), { tokens: [], balances, nfts: [] });
    expect((await writer.counts()).pending).toBe(0);
  }
});
