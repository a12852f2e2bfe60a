import { RLP } from "@ethereumjs/rlp";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../source/rpc-types.ts";

/** What RLP takes. */
type Item = Uint8Array | readonly Item[];
/** Fields that only the encoding needs; nodes send them all, in hexadecimal. */
type Raw = Readonly<Record<string, unknown>>;

/** The header as it is hashed; fields that later forks added are there as far as the block has them. */
export function encodeHeader(block: RpcBlock): Uint8Array {
  const raw = block as unknown as Raw;
  const late = [
    ["baseFeePerGas", quantity],
    ["withdrawalsRoot", data],
    ["blobGasUsed", quantity],
    ["excessBlobGas", quantity],
    ["parentBeaconBlockRoot", data],
    ["requestsHash", data],
  ] as const;
  return encode([
    ...["parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot"].map(
      (name) => data(raw[name]),
    ),
    data(raw.logsBloom),
    ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp"].map((name) =>
      quantity(raw[name]),
    ),
    ...["extraData", "mixHash", "nonce"].map((name) => data(raw[name])),
    ...late.flatMap(([name, read]) => (raw[name] == null ? [] : [read(raw[name])])),
  ]);
}

/** A transaction as it is signed and hashed; undefined if its type is not known here. */
export function encodeTransaction(transaction: RpcTransaction): Uint8Array | undefined {
  const raw = transaction as unknown as Raw;
  const take = (...names: readonly string[]) => names.map((name) => quantity(raw[name]));
  const to = data(raw.to ?? "0x");
  const input = data(raw.input);
  const access = () => accessList(raw.accessList);
  const parity = quantity(raw.yParity ?? raw.v);
  const signature = [parity, ...take("r", "s")];
  const fees = ["maxPriorityFeePerGas", "maxFeePerGas", "gas"] as const;
  const type = Number(transaction.type ?? "0x0");
  switch (type) {
    case 0:
      return encode([
        ...take("nonce", "gasPrice", "gas"),
        to,
        ...take("value"),
        input,
        ...take("v", "r", "s"),
      ]);
    case 1:
      return typed(type, [
        ...take("chainId", "nonce", "gasPrice", "gas"),
        to,
        ...take("value"),
        input,
        access(),
        ...signature,
      ]);
    case 2:
      return typed(type, [
        ...take("chainId", "nonce", ...fees),
        to,
        ...take("value"),
        input,
        access(),
        ...signature,
      ]);
    case 3: {
      const blobs = [...take("maxFeePerBlobGas"), list(raw.blobVersionedHashes).map(data)];
      return typed(type, [
        ...take("chainId", "nonce", ...fees),
        to,
        ...take("value"),
        input,
        access(),
        ...blobs,
        ...signature,
      ]);
    }
    case 4: {
      const authorizations = list(raw.authorizationList).map((each) => authorization(each as Raw));
      return typed(type, [
        ...take("chainId", "nonce", ...fees),
        to,
        ...take("value"),
        input,
        access(),
        authorizations,
        ...signature,
      ]);
    }
    default:
      return undefined;
  }
}

/** A receipt as the root of receipts has it. */
export function encodeReceipt(receipt: RpcReceipt): Uint8Array {
  const raw = receipt as unknown as Raw;
  const logs = receipt.logs.map((log) => [data(log.address), log.topics.map(data), data(log.data)]);
  // Before the Byzantium fork there was a state root in place of the status.
  const outcome = raw.root ? data(raw.root) : quantity(raw.status);
  const fields = [outcome, quantity(raw.cumulativeGasUsed), data(raw.logsBloom), logs];
  const type = Number(raw.type ?? "0x0");
  return type === 0 ? encode(fields) : typed(type, fields);
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

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function typed(type: number, fields: readonly Item[]): Uint8Array {
  return Buffer.concat([Uint8Array.of(type), encode(fields)]);
}

function encode(fields: readonly Item[]): Uint8Array {
  return RLP.encode(fields as unknown as Uint8Array[]);
}

function data(hex: unknown): Uint8Array {
  return Buffer.from(String(hex).slice(2), "hex");
}

/** A number without leading zeros: zero is no bytes at all. */
function quantity(hex: unknown): Uint8Array {
  const digits = String(hex ?? "0x")
    .slice(2)
    .replace(/^0+/, "");
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, "hex");
}
