import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { openReader } from "../src/store/open.ts";
import { finished } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

const [BLOCKS, INPUT_BYTES] = [500, 200_000];
const word = (number: number) => `0x${number.toString(16).padStart(64, "0")}`;
const ADDRESS = `0x${"12".repeat(20)}`;
const NOTHING = word(0);

function block(number: number) {
  const hash = word(number + 1);
  const transaction = {
    ...{ hash: word(1_000_000 + number), transactionIndex: "0x0", type: "0x0", from: ADDRESS },
    ...{ to: ADDRESS, nonce: "0x0", gas: "0x0", gasPrice: "0x0", value: "0x0" },
    input: `0x${"ab".repeat(INPUT_BYTES)}`,
  };
  const receipt = {
    ...{ transactionHash: transaction.hash, transactionIndex: "0x0", blockHash: hash, logs: [] },
    ...{ status: "0x1", gasUsed: "0x0", cumulativeGasUsed: "0x0" },
  };
  const header = {
    ...{
      number: toQuantity(number),
      hash,
      parentHash: word(number),
      timestamp: toQuantity(number),
    },
    ...{ miner: ADDRESS, extraData: "0x", gasLimit: "0x0", gasUsed: "0x0", size: "0x1" },
    ...{ logsBloom: `0x${"00".repeat(256)}`, receiptsRoot: NOTHING, sha3Uncles: NOTHING },
    ...{ stateRoot: NOTHING, transactionsRoot: NOTHING, difficulty: "0x0" },
  };
  return { block: { ...header, transactions: [transaction] }, receipts: [receipt] };
}

async function writeLines(file: string, first: number, end: number): Promise<string> {
  const lines = function* () {
    for (let number = first; number < end; number += 1) {
      yield `${JSON.stringify(block(number))}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
  return file;
}

test("a file of older blocks that is larger than the memory is imported", async () => {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  const newest = await writeLines(join(folder, "newest.jsonl"), BLOCKS, BLOCKS + 1);
  const older = await writeLines(join(folder, "older.jsonl"), 0, BLOCKS);
  const args = ["import", "--chain", "ethereum", "--trust", "ethereum", "--data", data];
  expect(await finished([...args, newest])).toMatchObject({ code: 0 });
  const limit = { NODE_OPTIONS: "--max-old-space-size=128" };
  const { code, output } = await finished([...args, older], limit);
  expect(output).toContain(`${BLOCKS} blocks with ${BLOCKS} transactions added`);
  expect(code).toBe(0);
  const reader = await openReader({ kind: "sqlite", file: join(data, "ethereum.chain.sqlite") });
  expect((await reader.oldest())?.number).toBe(0);
  await reader.close();
});
