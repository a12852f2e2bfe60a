import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChainReader } from "../src/store/chain-reader.ts";
import { emptyStore } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, followNodes, quietChain, until } from "./support/ingest.ts";
import { temporaryFolder } from "./support/support.ts";

test("reads and stores balances from before the first stored block on request", async () => {
  const chain = await quietChain();
  const folder = temporaryFolder();
  mkdirSync(join(folder, "data"));
  const store = await emptyStore(join(folder, "data/ethereum.chain.sqlite"));
  const head = Number(await chain.send<string>("eth_blockNumber"));
  followNodes(store, [chain.rpcUrl], { from: head });
  // Tokens become known by their transfers.
  await chain.act();
  await chain.act();
  await caughtUp(store, chain);
  const whole = await emptyStore();
  followNodes(whole, [chain.rpcUrl]);
  await caughtUp(whole, chain);

  const tokens = await store.listErc20Tokens(undefined, 100);
  const balances = async (one: ChainReader) => {
    const all = await Promise.all(
      chain.accounts.map((owner) => one.listErc20Balances(owner, undefined, undefined, 100)),
    );
    return all.map((rows) => rows.filter(({ contract }) => tokens.includes(contract)));
  };
  const expected = await balances(whole);
  expect(await balances(store)).not.toEqual(expected);

  const owners = join(folder, "owners.txt");
  writeFileSync(owners, `# wallets\n\n${chain.accounts.join("\r\n")}\n${chain.accounts[0]}\n`);
  const command = ["balances", "add", "--chain", "ethereum", "--data", join(folder, "data")];
  const few = await call([...command, "--owners", owners, "--max-pairs", "3"]);
  expect(few.code).toBe(1);
  expect(few.output).toMatch(/owners in \d+ tokens are \d+ balances; split .*owners\.txt/);
  const done = await call([...command, "--owners", owners]);
  const start = `${chain.accounts.length} owners in`;
  expect(done.output).toMatch(new RegExp(`^${start} \\d+ tokens: [1-9]\\d* balances will be read`));
  await until("they are read", async () => (await store.countDirty()) === 0);
  expect(await balances(store)).toEqual(expected);

  // They are as of the latest block, like all others.
  await chain.act();
  await caughtUp(store, chain);
  await caughtUp(whole, chain);
  expect(await balances(store)).toEqual(await balances(whole));
});

test("adds nothing if a line is not an address, and names it", async () => {
  const folder = temporaryFolder();
  const store = await emptyStore(join(folder, "ethereum.chain.sqlite"));
  const owners = join(folder, "owners.txt");
  writeFileSync(owners, `0x${"1".repeat(40)}\n0x123\n`);
  const command = ["balances", "add", "--chain", "ethereum", "--data", folder];
  const { code, output } = await call([...command, "--owners", owners]);
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/owners\.txt:2: expected an address, 0x and 40 hexadecimal/),
  });
  expect(await store.countDirty()).toBe(0);
});
