import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toQuantity } from "@chainkit/server/abi";
import { importFiles, MADE_UP_CHAIN } from "./service.ts";
import { actionOf, type Contracts, type Hex, holder, made, word } from "./traffic.ts";

/**
 * Synthetic blocks, the same in each run, for a store larger than a local node could fill in a minute.
 * Their parent hashes are valid, their other hashes are not.
 */
export const SYNTHETIC_CHAIN = MADE_UP_CHAIN;

const CONTRACTS: Contracts = { token: made("token", 40), collection: made("collection", 40) };
const GENESIS_TIME = 1_700_000_000;
const GWEI = 1_000_000_000;
/** Blocks per file, about 40 MB. */
const PER_FILE = 60;

const blockHash = (number: number): Hex => made(`block ${number}`, 64);

/** Hash of a transaction. @param index Position in the block. */
export const transactionHash = (number: number, index: number): Hex =>
  made(`transaction ${index} of block ${number}`, 64);

/** Creates a block with its receipts, as a node returns them. @param number From 1. */
export function syntheticBlock(number: number, perBlock: number) {
  const hash = blockHash(number);
  const place = { blockHash: hash, blockNumber: toQuantity(number) };
  const gasPrice = toQuantity(30 * GWEI);
  const each = Array.from({ length: perBlock }, (_, index) => {
    const count = number * perBlock + index;
    const from = holder(count * 13 + 1);
    const { to, value, input, log } = actionOf(count, from, CONTRACTS);
    const id = { ...place, transactionIndex: toQuantity(index) };
    const hash = transactionHash(number, index);
    const fees = { gasPrice, maxFeePerGas: gasPrice, maxPriorityFeePerGas: toQuantity(GWEI) };
    const signature = { v: "0x0", r: `0x${word(hash)}`, s: `0x${word(hash)}` };
    const logs = log ? [{ ...log, ...id, transactionHash: hash, logIndex: toQuantity(index) }] : [];
    const gas = toQuantity(60_000);
    const nonce = toQuantity(count);
    return {
      transaction: {
        ...{ ...id, hash, type: "0x2", from, to, value, input, nonce, gas, ...fees, ...signature },
      },
      receipt: {
        ...{ ...id, transactionHash: hash, type: "0x2", status: "0x1", from, to, logs },
        ...{ contractAddress: null, gasUsed: toQuantity(50_000), effectiveGasPrice: gasPrice },
        cumulativeGasUsed: toQuantity(50_000 * (index + 1)),
      },
    };
  });
  const block = {
    ...{ number: toQuantity(number), hash, parentHash: blockHash(number - 1) },
    timestamp: toQuantity(GENESIS_TIME + 2 * number),
    ...{ miner: holder(0), baseFeePerGas: toQuantity(GWEI), difficulty: "0x15" },
    nonce: "0x0000000000000000",
    ...{ extraData: "0x", gasLimit: toQuantity(GWEI), gasUsed: toQuantity(50_000 * perBlock) },
    ...{ logsBloom: `0x${"00".repeat(256)}`, size: toQuantity(90_000) },
    receiptsRoot: made(`receipts ${number}`, 64),
    sha3Uncles: made("uncles", 64),
    stateRoot: made(`state ${number}`, 64),
    transactionsRoot: made(`transactions ${number}`, 64),
    transactions: each.map(({ transaction }) => transaction),
  };
  return { block, receipts: each.map(({ receipt }) => receipt) };
}

/**
 * Imports the blocks from 1.
 *
 * @param folder The data folder.
 * @param scratch Folder for temporary files.
 * @param perBlock Transactions per block.
 */
export async function importSynthetic(
  folder: string,
  scratch: string,
  blocks: number,
  perBlock: number,
): Promise<void> {
  const file = join(scratch, "synthetic.json");
  for (let first = 1; first <= blocks; first += PER_FILE) {
    const count = Math.min(PER_FILE, blocks - first + 1);
    const all = Array.from({ length: count }, (_, at) => syntheticBlock(first + at, perBlock));
    await writeFile(file, JSON.stringify(all));
    await importFiles(folder, SYNTHETIC_CHAIN, [file]);
  }
}
