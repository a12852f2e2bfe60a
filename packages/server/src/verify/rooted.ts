import type { Verification } from "../chain/profiles.ts";
import type {
  RpcBlock,
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../chain/rpc-types.ts";
import { STATE_SYNC } from "../chain/transaction-types.ts";
import { hash } from "./rlp.ts";

/** Transactions and receipts covered by the roots in a block header. */
export interface RootedPart {
  readonly transactions: readonly RpcTransaction[];
  readonly receipts: readonly RpcReceipt[];
  /** Whether `receiptsRoot` covers these receipts. */
  readonly hasReceiptsRoot: boolean;
}

/** State syncs occur in every 16th block. */
const SPRINT = 16;

/** Omits transactions that a chain adds to its blocks without covering them in the header. */
export function rootedPart(
  { block, receipts }: RpcBlockWithReceipts,
  verification: Verification,
): RootedPart {
  const { transactions } = block;
  const last = transactions.at(-1);
  if (verification === "bor" && last?.hash === stateSyncHash(block)) {
    return {
      transactions: transactions.slice(0, -1),
      receipts: receipts.slice(0, -1),
      hasReceiptsRoot: true,
    };
  }
  // Nodes do not return the fields that the root of such a block covers.
  const hasStateSync = Number(last?.type) === STATE_SYNC && Number(block.number) % SPRINT === 0;
  // Since Helicon, the root covers the receipts of the earlier blocks that the block settles.
  const settlesEarlier = block.settledHeight != null;
  const isUnverifiable =
    (verification === "bor" && hasStateSync) || (verification === "coreth" && settlesEarlier);
  return { transactions, receipts, hasReceiptsRoot: !isUnverifiable };
}

/** Computes the hash of a state sync before it became a transaction type. */
function stateSyncHash(block: RpcBlock) {
  const key = Buffer.from("matic-bor-receipt-");
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(block.number));
  return hash(Buffer.concat([key, number, Buffer.from(block.hash.slice(2), "hex")]));
}
