import { join } from "node:path";
import { expect } from "vitest";
import { toHex } from "../src/chain/abi.ts";
import { formatOf } from "../src/chain/block-formats.ts";
import { profileOf } from "../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { importFiles } from "../src/service/import.ts";
import { encodeTransaction, transactionParts } from "../src/verify/encode.ts";
import { encodedHeader } from "../src/verify/header.ts";
import { orderedTrieRoot } from "../src/verify/ordered-trie.ts";
import { hash } from "../src/verify/rlp.ts";
import { recoverSender } from "../src/verify/sender.ts";
import { emptyStore } from "./support/engines.ts";
import { expectServed } from "./support/expected.ts";
import { blocksOf, chainOf, type RealFile, realFiles, withChains } from "./support/real-chains.ts";
import { startService, temporaryFolder } from "./support/support.ts";
import { sampled } from "./support/thorough.ts";

/** A service with the blocks of a file, imported as `import` does. */
async function serviceOf(file: RealFile, chainId = profileOf(chainOf(file)).chainId) {
  const chain = chainOf(file);
  const path = join(temporaryFolder(), `${chain}.sqlite`);
  const profile = { ...profileOf(chain), chainId };
  await importFiles({ kind: "sqlite", file: path }, profile, [file.path], () => {});
  const store = await emptyStore(path);
  return startService({}, { chains: new Map([[chain, store]]) });
}

/** A field that the source leaves out, and the service computes. */
const COMPUTED = expect.toSatisfy((value) => value === null || Number(value) >= 0);
const NO_L1_FEES = {
  ...{ l1_fee: COMPUTED, l1_fee_scalar: COMPUTED, l1_gas_price: COMPUTED, l1_gas_used: COMPUTED },
};

/** What the service computes and a source does not have, or has made up. */
function computed(file: RealFile, { block, receipts }: RpcBlockWithReceipts) {
  const lacksFees = chainOf(file) === "base" && !receipts.some(({ l1Fee }) => l1Fee != null);
  const fees = lacksFees ? block.transactions.map(({ hash }) => [hash, NO_L1_FEES]) : [];
  // It left out the overhead.
  const isOld = file.name.startsWith("basegoerli");
  const oldGas = isOld
    ? block.transactions.map(({ hash }) => [hash, { l1_gas_used: COMPUTED }])
    : [];
  const isMade = file.name.startsWith("avalancheref");
  return {
    ...Object.fromEntries([...fees, ...oldGas]),
    ...(isMade && { block: { size: COMPUTED } }),
    ...(file.name === "ethereum-22119617" && {
      block: { total_difficulty: "58750003716598352816469" },
    }),
  };
}

/** The prices of legacy transactions, which older sources do not repeat in the receipt. */
function prices({ block, receipts }: RpcBlockWithReceipts) {
  const missing = block.transactions.filter((_, at) => receipts[at]?.effectiveGasPrice == null);
  return Object.fromEntries(
    missing.map(({ hash, gasPrice }) => [
      hash,
      { effective_gas_price: String(BigInt(gasPrice ?? 0)) },
    ]),
  );
}

/** Of each chain one at least. */
const full = sampled(realFiles("full"), 3);

withChains.each(full)("$name is imported and served, field by field", async (file) => {
  const service = await serviceOf(file);
  for (const source of blocksOf(file)) {
    await expectServed(service, chainOf(file), source, {
      ...prices(source),
      ...computed(file, source),
    });
  }
});

withChains.each(sampled(realFiles("other"), 11))(
  "$name of a test chain is imported and served",
  async (file) => {
    const [source = expect.fail()] = blocksOf(file);
    const id = source.block.transactions.find(({ chainId }) => chainId != null)?.chainId;
    const service = await serviceOf(file, id == null ? undefined : Number(id));
    await expectServed(service, chainOf(file), source, computed(file, source));
  },
);

withChains.each(realFiles("headers"))("$name hashes to its hash", (file) => {
  const blocks = blocksOf(file);
  for (const { block } of blocks) {
    const { header } = formatOf(chainOf(file), block);
    expect(encodedHeader(block, header)).toBeDefined();
    expect(encodedHeader({ ...block, gasUsed: "0x1" }, header)).toBeUndefined();
  }
  expect(blocks.length).toBe(file.name === "polygon-9825948-9827227" ? 1280 : 1);
});

withChains.each(realFiles("tx"))("$name, without receipts: transactions and senders", (file) => {
  const [{ block } = expect.fail()] = blocksOf(file);
  expect(encodedHeader(block, formatOf(chainOf(file), block).header)).toBeDefined();
  const encoded = block.transactions.map((transaction) => {
    const parts = transactionParts(transaction) ?? expect.fail();
    const bytes = encodeTransaction(parts);
    const isWhole = hash(bytes) === transaction.hash;
    return { bytes, isWhole: isWhole && recoverSender(transaction, parts) === transaction.from };
  });
  const root = toHex(orderedTrieRoot(encoded.map(({ bytes }) => bytes)));
  const altered = encoded.flatMap(({ isWhole }, at) => (isWhole ? [] : [at]));
  // One transaction of Avalanche was altered by its source.
  expect({ altered, isRooted: root === block.transactionsRoot }).toEqual(
    file.name === "bsc-1" ? { altered: [], isRooted: true } : { altered: [1], isRooted: false },
  );
});
