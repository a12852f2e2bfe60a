import type { Verification } from "../chain/profiles.ts";
import type {
  RpcBlock,
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../chain/rpc-types.ts";
import { STATE_SYNC } from "../chain/transaction-types.ts";
import { hash } from "./rlp.ts";

/** What the roots in the header of a block are of. */
export interface RootedPart {
  readonly transactions: readonly RpcTransaction[];
  readonly receipts: readonly RpcReceipt[];
  /** Whether receiptsRoot is that of these receipts. */
  readonly hasReceiptsRoot: boolean;
}

/** A state sync can be there in every so many blocks. */
const SPRINT = 16;

/** Leaves out what a chain adds to its blocks without its header vouching for it. */
export function rootedPart(
  { block, receipts }: RpcBlockWithReceipts,
  verification: Verification,
): RootedPart {
  const { transactions } = block;
  const last = transactions.at(-1);
  if (verification === "bor" && last?.hash === stateSyncHash(block)) {
    const [own, ofOwn] = [transactions.slice(0, -1), receipts.slice(0, -1)];
    return { transactions: own, receipts: ofOwn, hasReceiptsRoot: true };
  }
  // Nodes do not tell what its root is made of.
  const hasStateSync = Number(last?.type) === STATE_SYNC && Number(block.number) % SPRINT === 0;
  // Since Helicon a block has the root of the receipts of blocks before it, which are settled by it.
  const settlesOthers = block.settledHeight != null;
  const isOther =
    (verification === "bor" && hasStateSync) || (verification === "coreth" && settlesOthers);
  return { transactions, receipts, hasReceiptsRoot: !isOther };
}

/** The hash that a state sync had before it was a transaction of its own. */
function stateSyncHash(block: RpcBlock) {
  const key = Buffer.from("matic-bor-receipt-");
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(block.number));
  return hash(Buffer.concat([key, number, Buffer.from(block.hash.slice(2), "hex")]));
}
