import { EvmBatchProcessor } from "@subsquid/evm-processor";
import { createOrmConfig } from "@subsquid/typeorm-config";
import { TypeormDatabase } from "@subsquid/typeorm-store";
import { DataSource } from "typeorm";
import { Block, Transaction, Transfer } from "./lib/model/index.js";

const { BENCH_RPC, BENCH_METRICS } = process.env;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

// Its own migrations come from a command that generates them; the tables are the same.
const source = await new DataSource({ ...createOrmConfig(), synchronize: true }).initialize();
await source.destroy();

const addressIn = (topic) => `0x${topic.slice(-40)}`;

function blockOf({ header }) {
  const { height, hash, parentHash, timestamp, miner, gasUsed, gasLimit, baseFeePerGas } = header;
  const common = { parentHash, miner, gasUsed, gasLimit, baseFeePerGas };
  return new Block({
    ...common,
    id: String(height),
    number: height,
    hash,
    timestamp: new Date(timestamp),
  });
}

function transactionOf(transaction, { height, timestamp }) {
  const { from, to, value, input, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const { gasUsed, effectiveGasPrice, status } = transaction;
  return new Transaction({
    ...{ from, to, value, input, nonce, gas, maxFeePerGas, maxPriorityFeePerGas },
    ...{ gasUsed, effectiveGasPrice, status },
    id: transaction.hash,
    blockNumber: height,
    index: transaction.transactionIndex,
    timestamp: new Date(timestamp),
  });
}

function transferOf(log, { height }) {
  const [, from, to, tokenId] = log.topics;
  return new Transfer({
    id: log.id,
    contract: log.address,
    from: addressIn(from),
    to: addressIn(to),
    value: BigInt(tokenId ?? log.data),
    blockNumber: height,
    transactionHash: log.transactionHash,
  });
}

const processor = new EvmBatchProcessor()
  .setRpcEndpoint({ url: BENCH_RPC })
  .setFinalityConfirmation(75)
  .setPrometheusPort(Number(BENCH_METRICS))
  .setFields({
    block: {
      parentHash: true,
      timestamp: true,
      miner: true,
      gasUsed: true,
      gasLimit: true,
      baseFeePerGas: true,
    },
    transaction: {
      from: true,
      to: true,
      hash: true,
      value: true,
      input: true,
      nonce: true,
      gas: true,
      maxFeePerGas: true,
      maxPriorityFeePerGas: true,
      gasUsed: true,
      effectiveGasPrice: true,
      status: true,
    },
    log: { address: true, topics: true, data: true, transactionHash: true },
  })
  .includeAllBlocks()
  .addTransaction({})
  .addLog({ topic0: [TRANSFER] });

processor.run(new TypeormDatabase({ supportHotBlocks: true }), async ({ blocks, store }) => {
  await store.insert(blocks.map(blockOf));
  await store.insert(
    blocks.flatMap(({ transactions, header }) =>
      transactions.map((each) => transactionOf(each, header)),
    ),
  );
  await store.insert(
    blocks.flatMap(({ logs, header }) => logs.map((each) => transferOf(each, header))),
  );
});
console.log("started");
