import type { Hex } from "./records.ts";

/** A block as returned by `eth_getBlockByNumber(n, true)`; only the fields that are used. */
export interface RpcBlock {
  readonly number: Hex;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: Hex;
  readonly miner: Hex;
  readonly baseFeePerGas?: Hex | null;
  readonly difficulty?: Hex | null;
  readonly totalDifficulty?: Hex | null;
  readonly extraData: Hex;
  readonly gasLimit: Hex;
  readonly gasUsed: Hex;
  readonly logsBloom: Hex;
  readonly nonce?: Hex | null;
  readonly receiptsRoot: Hex;
  readonly sha3Uncles: Hex;
  readonly size: Hex;
  readonly stateRoot: Hex;
  /** Nitro: numbers of its header, among them whether tips are charged. */
  readonly mixHash?: Hex | null;
  readonly transactionsRoot: Hex;
  readonly withdrawalsRoot?: Hex | null;
  readonly withdrawals?: readonly unknown[] | null;
  /** Avalanche: number of the latest block whose receipts `receiptsRoot` covers. */
  readonly settledHeight?: Hex | null;
  /** Avalanche: hash of the atomic transactions. */
  readonly extDataHash?: Hex | null;
  /** Avalanche: atomic transactions. */
  readonly blockExtraData?: Hex | null;
  readonly transactions: readonly RpcTransaction[];
}

export interface RpcTransaction {
  readonly hash: Hex;
  readonly transactionIndex: Hex;
  readonly type?: Hex | null;
  readonly from: Hex;
  readonly to?: Hex | null;
  /** Absent in OP stack deposits, whose receipt has it. */
  readonly nonce?: Hex | null;
  readonly gas: Hex;
  readonly gasPrice?: Hex | null;
  readonly maxFeePerGas?: Hex | null;
  readonly maxPriorityFeePerGas?: Hex | null;
  readonly value: Hex;
  readonly input: Hex;
  readonly chainId?: Hex | null;
  /** OP stack deposits: whether it uses no gas of the block, before the Regolith fork. */
  readonly isSystemTx?: boolean | null;
  /** Encoding of a Polygon state sync, as returned by `eth_getRawTransactionByHash`. */
  readonly raw?: Hex | null;
}

/** A receipt as returned by `eth_getBlockReceipts`. */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
  readonly blockHash: Hex;
  readonly status?: Hex | null;
  readonly root?: Hex | null;
  readonly contractAddress?: Hex | null;
  readonly gasUsed: Hex;
  readonly cumulativeGasUsed: Hex;
  readonly effectiveGasPrice?: Hex | null;
  readonly depositNonce?: Hex | null;
  /** OP stack: present if `receiptsRoot` covers the nonce, since the Canyon fork. */
  readonly depositReceiptVersion?: Hex | null;
  readonly l1Fee?: Hex | null;
  readonly l1FeeScalar?: string | null;
  readonly l1GasPrice?: Hex | null;
  readonly l1GasUsed?: Hex | null;
  readonly logs: readonly RpcLog[];
}

export interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: Hex;
}

export interface RpcBlockWithReceipts {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
}

/** Whether a receipt predates the Byzantium fork, and has a state root instead of a status. */
export function hasStateRoot({ root }: RpcReceipt): boolean {
  return root != null && root !== "0x";
}
