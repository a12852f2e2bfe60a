import { expect, onTestFinished, test } from "vitest";
import { encodeWord, toHex } from "../src/chain/abi.ts";
import { profileOf } from "../src/chain/profiles.ts";
import type { Hex } from "../src/chain/records.ts";
import type {
  RpcBlock,
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../src/chain/rpc-types.ts";
import { startAnvil } from "../src/dev/anvil.ts";
import { devActivity } from "../src/dev/chain.ts";
import { deployContracts } from "../src/dev/contracts.ts";
import { type RpcRequest, rpcRequest } from "../src/dev/rpc.ts";
import { l1FeesIn } from "../src/verify/l1-fees.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { emptyStore } from "./support/engines.ts";
import { expectServed } from "./support/expected.ts";
import { followNodes, until } from "./support/ingest.ts";
import { startOpNode } from "./support/op-node.ts";
import { startService } from "./support/support.ts";

const { verification } = profileOf("base");

async function blocksFrom(
  send: RpcRequest,
  from: number,
): Promise<readonly RpcBlockWithReceipts[]> {
  const head = Number(await send<Hex>("eth_blockNumber"));
  const numbers = Array.from({ length: head - from + 1 }, (_, at) => from + at);
  return Promise.all(
    numbers.map(async (number) => {
      const block = await send<RpcBlock>("eth_getBlockByNumber", `0x${number.toString(16)}`, true);
      const receipts = block.transactions.map(({ hash }) =>
        send<RpcReceipt>("eth_getTransactionReceipt", hash),
      );
      return { block, receipts: await Promise.all(receipts) };
    }),
  );
}

/** Follows a node of base up to its head. @returns Service of the stored blocks. */
async function followed(rpcUrl: string, send: RpcRequest, from: number) {
  const store = await emptyStore();
  const follower = followNodes(store, [rpcUrl], { verification, from });
  const head = Number(await send<Hex>("eth_blockNumber"));
  await until("all is kept", async () => {
    expect(follower.troubles).toEqual([]);
    return (await store.tip())?.number === head;
  });
  expect(follower.left).toEqual([]);
  return startService({}, { chains: new Map([["base", store]]) });
}

/** Deploys tokens and uses them, on any node that holds accounts. */
async function busy(send: RpcRequest, transactions: number): Promise<void> {
  const accounts = await send<readonly Hex[]>("eth_accounts");
  const act = devActivity(await deployContracts(send, accounts[0] as Hex), accounts);
  for (let done = 0; done < transactions; done += 1) {
    await act();
  }
  // Long equal parts, which are compressed in several instructions.
  const half = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * at * 31) >> 2));
  const [from, to] = accounts;
  await send("eth_sendTransaction", { from, to, data: toHex(Buffer.concat([half, half])) });
}

/** Hardhat and anvil report sizes that differ by a few bytes from those of the encoding. */
const OWN_SIZE = { block: { size: expect.any(Number) } };

/** The first deposit of a block with the values of this node, which it has in its storage only. */
function attributesOf(hardfork: string | undefined): RpcTransaction {
  const words = (...values: readonly bigint[]) => values.map((each) => encodeWord(each)).join("");
  const price = 30_000_000_000n;
  const bedrock = `0x015d8eb9${words(0n, 0n, price, 0n, 0n, 0n, 188n, 684_000n)}`;
  const scalars = "000008dd00101c12";
  const ecotone = `0x440a5e20${scalars}${"00".repeat(24)}${words(price, 1_000_000_007n, 0n, 0n)}`;
  return { type: "0x7e", input: hardfork ? bedrock : ecotone } as unknown as RpcTransaction;
}

test.each([
  ["the newest fork", undefined, null],
  ["a fork before Ecotone", "canyon", "0.684"],
])(
  "base by %s: every field of every transaction, including L1 fees",
  async (_, hardfork, scalar) => {
    const { rpcUrl, send } = await startOpNode(hardfork);
    await expect(send("eth_getBlockReceipts", "latest")).rejects.toThrow(/not supported/);
    await busy(send, 13);
    // The first block of this node has an invalid transactionsRoot.
    const service = await followed(rpcUrl, send, 1);
    const blocks = await blocksFrom(send, 1);
    for (const source of blocks) {
      await expectServed(service, "base", source, OWN_SIZE);
    }
    for (const { block, receipts } of blocks) {
      const feesOf = l1FeesIn({ ...block, transactions: [attributesOf(hardfork)] });
      for (const [at, transaction] of block.transactions.entries()) {
        const { l1Fee, l1GasUsed, l1GasPrice, l1FeeScalar = null } = receipts[at] ?? expect.fail();
        expect(receipts[at]).toMatchObject(feesOf?.(transaction) ?? expect.fail());
        expect([Number(l1GasPrice), l1FeeScalar]).toEqual([30_000_000_000, scalar]);
        expect(Math.min(Number(l1Fee), Number(l1GasUsed))).toBeGreaterThan(0);
      }
    }
    expect(blocks.flatMap(({ receipts }) => receipts).length).toBeGreaterThan(20);
  },
);

test("base: deposits from a node that omits their optional fields", async () => {
  const anvil = await startAnvil({ args: ["--network", "optimism"] });
  onTestFinished(() => anvil.close());
  const send = rpcRequest(anvil.rpcUrl);
  const [from = "", to = ""] = await send<readonly Hex[]>("eth_accounts");
  const deposit = { type: "0x7e", sourceHash: `0x${"5a".repeat(32)}`, isSystemTx: false };
  await send("evm_setAutomine", false);
  for (const extra of [{ ...deposit, mint: "0x77" }, {}, deposit]) {
    await send("eth_sendTransaction", { ...extra, from, to, value: "0x7", gas: "0x5208" });
    await send("evm_mine");
  }
  const blocks = await blocksFrom(send, 0);
  const deposits = blocks.filter(({ block }) => block.transactions[0]?.type === "0x7e");
  expect(deposits.length).toBe(2);
  const service = await followed(anvil.rpcUrl, send, 0);
  // This node reports the nonce in the receipt only, as the next one.
  const told = deposits.map(({ block: { transactions }, receipts }) => {
    return [
      transactions[0]?.hash,
      { gas_price: "0", nonce: String(Number(receipts[0]?.depositNonce)) },
    ];
  });
  expect(told.map(([, differences]) => differences)).toMatchObject([
    { nonce: "1" },
    { nonce: "3" },
  ]);
  for (const source of blocks) {
    await expectServed(service, "base", source, { ...OWN_SIZE, ...Object.fromEntries(told) });
  }
  for (const { block, receipts } of deposits) {
    expect(block.transactions[0]).not.toHaveProperty("gasPrice");
    const lie = receipts.map((receipt) => ({ ...receipt, depositNonce: "0x5" as const }));
    expect(() => verifyBlock({ block, receipts: lie }, verification)).toThrow(/receiptsRoot/);
  }
});
