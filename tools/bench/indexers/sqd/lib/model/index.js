import { EntitySchema } from "typeorm";

class Row {
  constructor(values) {
    Object.assign(this, values);
  }
}
export class Block extends Row {}
export class Transaction extends Row {}
export class Transfer extends Row {}

const text = { type: "text" };
const optional = { type: "text", nullable: true };
const integer = { type: "int4" };
const time = { type: "timestamptz" };
const id = { type: "text", primary: true };
const quantity = {
  type: "numeric",
  transformer: { to: (value) => value?.toString(), from: (value) => value && BigInt(value) },
};
const optionalQuantity = { nullable: true, ...quantity };

export const schemas = [
  new EntitySchema({
    name: "Block",
    target: Block,
    columns: {
      id,
      number: integer,
      hash: text,
      parentHash: text,
      timestamp: time,
      miner: text,
      gasUsed: quantity,
      gasLimit: quantity,
      baseFeePerGas: optionalQuantity,
    },
  }),
  new EntitySchema({
    name: "Transaction",
    target: Transaction,
    columns: {
      id,
      blockNumber: integer,
      index: integer,
      timestamp: time,
      from: text,
      to: optional,
      value: quantity,
      input: text,
      nonce: integer,
      gas: quantity,
      maxFeePerGas: optionalQuantity,
      maxPriorityFeePerGas: optionalQuantity,
      gasUsed: quantity,
      effectiveGasPrice: quantity,
      status: integer,
    },
    indices: [
      { columns: ["blockNumber", "index"] },
      { columns: ["from", "blockNumber", "index"] },
      { columns: ["to", "blockNumber", "index"] },
    ],
  }),
  new EntitySchema({
    name: "Transfer",
    target: Transfer,
    columns: {
      id,
      contract: text,
      from: text,
      to: text,
      // Of an NFT its id.
      value: quantity,
      blockNumber: integer,
      transactionHash: text,
    },
    indices: [{ columns: ["from", "blockNumber"] }, { columns: ["to", "blockNumber"] }],
  }),
];
