import { ponder } from "ponder:registry";
import schema from "ponder:schema";

ponder.on("Every:block", async ({ event, context }) => {
  const { number, hash, parentHash, timestamp, miner, gasUsed, gasLimit, baseFeePerGas } =
    event.block;
  await context.db
    .insert(schema.block)
    .values({ number, hash, parentHash, timestamp, miner, gasUsed, gasLimit, baseFeePerGas });
});

ponder.on("Senders:transaction:from", async ({ event, context }) => {
  const { transaction, transactionReceipt, block } = event;
  await context.db.insert(schema.transaction).values({
    hash: transaction.hash,
    blockNumber: block.number,
    index: transaction.transactionIndex,
    timestamp: block.timestamp,
    from: transaction.from,
    to: transaction.to,
    value: transaction.value,
    input: transaction.input,
    nonce: transaction.nonce,
    gas: transaction.gas,
    maxFeePerGas: transaction.maxFeePerGas,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas,
    gasUsed: transactionReceipt.gasUsed,
    effectiveGasPrice: transactionReceipt.effectiveGasPrice,
    status: transactionReceipt.status,
  });
});

const addTransfer = (event, context, value) =>
  context.db.insert(schema.transfer).values({
    id: event.id,
    contract: event.log.address,
    from: event.args.from,
    to: event.args.to,
    value,
    blockNumber: event.block.number,
    transactionHash: event.transaction.hash,
  });

ponder.on("Token:Transfer", ({ event, context }) => addTransfer(event, context, event.args.value));
ponder.on("Collection:Transfer", ({ event, context }) =>
  addTransfer(event, context, event.args.tokenId),
);
