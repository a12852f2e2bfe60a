import { hasStateRoot, type RpcReceipt, type RpcTransaction } from "../chain/rpc-types.ts";
import { DEPOSIT, NITRO_INTERNAL } from "../chain/transaction-types.ts";
import { data, type Item, list, quantity, type Raw, typed } from "./rlp.ts";

/** A transaction in the order of its encoding. */
export interface TransactionParts {
  readonly type: number;
  readonly fields: readonly Item[];
  /** Empty where a chain makes transactions itself. */
  readonly signature: readonly Item[];
}

/** The parts of a transaction; undefined if its type is not known here. */
export function transactionParts(transaction: RpcTransaction): TransactionParts | undefined {
  const raw = transaction as unknown as Raw;
  const type = Number(transaction.type ?? "0x0");
  const take = (...names: readonly string[]) => names.map((name) => quantity(raw[name]));
  const call = () => [data(raw.to), quantity(raw.value), data(raw.input)];
  const fees = () => take("chainId", "nonce", "maxPriorityFeePerGas", "maxFeePerGas", "gas");
  const access = () => accessList(raw.accessList);
  const signed = (...fields: readonly Item[]) => ({
    type,
    fields,
    signature: [quantity(raw.yParity ?? raw.v), ...take("r", "s")],
  });
  switch (type) {
    case 0:
      return {
        type,
        fields: [...take("nonce", "gasPrice", "gas"), ...call()],
        signature: take("v", "r", "s"),
      };
    case 1:
      return signed(...take("chainId", "nonce", "gasPrice", "gas"), ...call(), access());
    case 2:
      return signed(...fees(), ...call(), access());
    case 3: {
      const blobs = [...take("maxFeePerBlobGas"), list(raw.blobVersionedHashes).map(data)];
      return signed(...fees(), ...call(), access(), ...blobs);
    }
    case 4: {
      const authorizations = list(raw.authorizationList).map((each) => authorization(each as Raw));
      return signed(...fees(), ...call(), access(), authorizations);
    }
    case DEPOSIT: {
      const isSystem = quantity(raw.isSystemTx === true ? "0x1" : "0x0");
      const before = [data(raw.sourceHash), data(raw.from), data(raw.to)];
      const fields = [...before, ...take("mint", "value", "gas"), isSystem, data(raw.input)];
      return { type, fields, signature: [] };
    }
    case NITRO_INTERNAL:
      return { type, fields: [...take("chainId"), data(raw.input)], signature: [] };
    default:
      return undefined;
  }
}

/** A transaction as it is hashed. */
export function encodeTransaction({ type, fields, signature }: TransactionParts): Uint8Array {
  return typed(type, [...fields, ...signature]);
}

/** A receipt as the root of receipts has it. @param type Of its transaction; some nodes leave it out. */
export function encodeReceipt(receipt: RpcReceipt, type: number): Uint8Array {
  const raw = receipt as unknown as Raw;
  const logs = receipt.logs.map((log) => [data(log.address), log.topics.map(data), data(log.data)]);
  const outcome = hasStateRoot(receipt) ? data(raw.root) : quantity(raw.status);
  const fields = [outcome, quantity(raw.cumulativeGasUsed), data(raw.logsBloom), logs];
  // Since the Canyon fork; before it, the nonce was told but not hashed.
  const isLong = type === DEPOSIT && raw.depositReceiptVersion != null;
  const long = isLong ? [quantity(raw.depositNonce), quantity(raw.depositReceiptVersion)] : [];
  return typed(type, [...fields, ...long]);
}

function authorization(raw: Raw): Item {
  const { chainId, address, nonce, yParity, v, r, s } = raw;
  return [quantity(chainId), data(address), ...[nonce, yParity ?? v, r, s].map(quantity)];
}

function accessList(entries: unknown): Item {
  return list(entries).map((entry) => {
    const { address, storageKeys } = entry as Raw;
    return [data(address), list(storageKeys).map(data)];
  });
}
