import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHAIN_NAMES, profileOf } from "../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { importFiles } from "../src/service/import.ts";
import {
  avalanche,
  base,
  bsc,
  ethereum,
  madhugiri,
  nitro,
  polygon,
} from "./support/chain-blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { type Differences, expectServed } from "./support/expected.ts";
import { startService, temporaryFolder } from "./support/support.ts";

type Name = (typeof CHAIN_NAMES)[number];

interface Shape {
  readonly chain: Name;
  readonly make: () => Promise<RpcBlockWithReceipts>;
  readonly differences?: Readonly<Record<number, Differences>>;
}

// With a fee market, the price paid; Nitro nodes report the price offered.
const PAID = { gas_price: "20000000" };
// Of unsigned transactions, they report the maximum fee as the gas price only.
const UNSIGNED = { ...PAID, max_fee_per_gas: "100000000" };
const OFFERED = { 1: PAID, 3: UNSIGNED, 4: PAID, 5: PAID, 6: PAID };
const OF_NITRO = { 1: PAID };
const DEPOSITS = {
  0: { effective_gas_price: "0" },
  1: { gas_price: "0", nonce: "3" },
};
const SHAPES: Readonly<Record<string, Shape>> = {
  "ethereum since Glamsterdam": { chain: "ethereum", make: ethereum },
  bsc: { chain: "bsc", make: bsc },
  polygon: { chain: "polygon", make: () => polygon() },
  "polygon since Madhugiri": { chain: "polygon", make: () => madhugiri() },
  "polygon since Madhugiri, as Erigon hashes": {
    chain: "polygon",
    make: () => madhugiri("erigon"),
  },
  base: { chain: "base", make: () => base(), differences: DEPOSITS },
  "base before Ecotone": {
    chain: "base",
    make: () => base(false),
    differences: DEPOSITS,
  },
  arbitrum: { chain: "arbitrum", make: () => nitro(42_161n), differences: OF_NITRO },
  "arbitrum with retryables": {
    chain: "arbitrum",
    make: () => nitro(42_161n, true),
    differences: OFFERED,
  },
  apechain: { chain: "apechain", make: () => nitro(33_139n), differences: OF_NITRO },
  avalanche: {
    chain: "avalanche",
    make: () => avalanche(),
  },
  "avalanche before Helicon": { chain: "avalanche", make: () => avalanche(false) },
};

test.each(Object.entries(SHAPES))(
  "a block of %s is taken, and every field of it served",
  async (_, { chain, make, differences = {} }) => {
    const source = await make();
    const folder = temporaryFolder();
    const [file, blocks] = [join(folder, `${chain}.sqlite`), join(folder, "block.json")];
    writeFileSync(blocks, JSON.stringify(source));
    await importFiles({ kind: "sqlite", file }, profileOf(chain), [blocks], () => {});
    const store = await emptyStore(file);
    const service = await startService({}, { chains: new Map([[chain, store]]) });
    const named = Object.entries(differences).map(([at, each]) => [
      source.block.transactions[Number(at)]?.hash,
      each,
    ]);
    await expectServed(service, chain, source, Object.fromEntries(named));
  },
);

test("every chain of the contract is covered", () => {
  const here = Object.values(SHAPES).map(({ chain }) => chain);
  expect([...new Set(here)].sort()).toEqual([...CHAIN_NAMES].sort());
});
