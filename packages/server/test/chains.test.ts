import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { type ChainName, profileOf } from "../src/chain/profiles.ts";
import { importFiles } from "../src/service/import.ts";
import { BUILT } from "./support/chain-blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { type Differences, expectServed } from "./support/expected.ts";
import { startService, temporaryFolder } from "./support/support.ts";

// With a fee market, the price paid; Nitro nodes report the price offered.
const PAID = { gas_price: "20000000" };
// Of unsigned transactions, they report the maximum fee as the gas price only.
const UNSIGNED = { ...PAID, max_fee_per_gas: "100000000" };
const OFFERED = { 1: PAID, 3: UNSIGNED, 4: PAID, 5: PAID, 6: PAID };
const DEPOSITS = { 0: { effective_gas_price: "0" }, 1: { gas_price: "0", nonce: "3" } };
/** What is served in place of what a node tells, by chain and place in the block. */
const DIFFERENCES: Readonly<Record<string, Readonly<Record<number, Differences>>>> = {
  base: DEPOSITS,
  arbitrum: OFFERED,
  apechain: OFFERED,
};
const BLOCKS = Object.entries(BUILT).flatMap(([chain, blocks]) =>
  Object.entries(blocks).map(([which, make]) => [chain as ChainName, which, make] as const),
);

test.each(BLOCKS)(
  "a block of %s %s is taken, and every field of it served",
  async (chain, _, make) => {
    const source = await make();
    const folder = temporaryFolder();
    const [file, blocks] = [join(folder, `${chain}.sqlite`), join(folder, "block.json")];
    writeFileSync(blocks, JSON.stringify(source));
    await importFiles({ kind: "sqlite", file }, profileOf(chain), [blocks], () => {});
    const store = await emptyStore(file);
    const service = await startService({}, { chains: new Map([[chain, store]]) });
    const differences = Object.entries(DIFFERENCES[chain] ?? {}).map(([at, each]) => [
      source.block.transactions[Number(at)]?.hash,
      each,
    ]);
    await expectServed(service, chain, source, Object.fromEntries(differences));
  },
);
