import { index, onchainTable } from "ponder";

export const block = onchainTable("block", (t) => ({
  number: t.bigint().primaryKey(),
  hash: t.hex().notNull(),
  parentHash: t.hex().notNull(),
  timestamp: t.bigint().notNull(),
  miner: t.hex().notNull(),
  gasUsed: t.bigint().notNull(),
  gasLimit: t.bigint().notNull(),
  baseFeePerGas: t.bigint(),
}));

export const transaction = onchainTable(
  "transaction",
  (t) => ({
    hash: t.hex().primaryKey(),
    blockNumber: t.bigint().notNull(),
    index: t.integer().notNull(),
    timestamp: t.bigint().notNull(),
    from: t.hex().notNull(),
    to: t.hex(),
    value: t.bigint().notNull(),
    input: t.hex().notNull(),
    nonce: t.integer().notNull(),
    gas: t.bigint().notNull(),
    maxFeePerGas: t.bigint(),
    maxPriorityFeePerGas: t.bigint(),
    gasUsed: t.bigint().notNull(),
    effectiveGasPrice: t.bigint().notNull(),
    status: t.text().notNull(),
  }),
  (table) => ({
    position: index().on(table.blockNumber, table.index),
    from: index().on(table.from, table.blockNumber, table.index),
    to: index().on(table.to, table.blockNumber, table.index),
  }),
);

export const transfer = onchainTable(
  "transfer",
  (t) => ({
    id: t.text().primaryKey(),
    contract: t.hex().notNull(),
    from: t.hex().notNull(),
    to: t.hex().notNull(),
    /** Of an NFT its id. */
    value: t.bigint().notNull(),
    blockNumber: t.bigint().notNull(),
    transactionHash: t.hex().notNull(),
  }),
  (table) => ({
    from: index().on(table.from, table.blockNumber),
    to: index().on(table.to, table.blockNumber),
  }),
);
