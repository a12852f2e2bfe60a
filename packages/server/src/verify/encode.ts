import { encodeBytes, encodeWord } from "../chain/abi.ts";
import {
  type BlockFormat,
  DEPOSIT,
  NITRO_CONTRACT,
  NITRO_DEPOSIT,
  NITRO_INTERNAL,
  NITRO_LEGACY,
  NITRO_RETRY,
  NITRO_SUBMIT_RETRYABLE,
  NITRO_UNSIGNED,
} from "../chain/block-formats.ts";
import { hasStateRoot, type RpcReceipt, type RpcTransaction } from "../chain/rpc-types.ts";
import type { Implied } from "./derived.ts";
import { data, encodeTyped, type Item, list, quantity, type Raw } from "./rlp.ts";

/** Fields of a transaction in encoding order. */
export interface TransactionParts {
  readonly type: number;
  readonly fields: readonly Item[];
  /** Empty for transactions that the chain itself creates. */
  readonly signature: readonly Item[];
  /** Values of fields that are not encoded. */
  readonly implied?: Implied;
}

/** Returns the encoded fields of a transaction; undefined for types that are not made of fields. */
export function transactionParts(transaction: RpcTransaction): TransactionParts | undefined {
  const raw = transaction as unknown as Raw;
  const type = Number(transaction.type ?? "0x0");
  const quantities = (...names: readonly string[]) => names.map((name) => quantity(raw[name]));
  const call = () => [data(raw.to), quantity(raw.value), data(raw.input)];
  const fees = () => quantities("chainId", "nonce", "maxPriorityFeePerGas", "maxFeePerGas", "gas");
  const access = () => accessList(raw.accessList);
  const signed = (...fields: readonly Item[]) => ({
    type,
    fields,
    signature: [quantity(raw.yParity ?? raw.v), ...quantities("r", "s")],
  });
  switch (type) {
    case 0:
    case NITRO_LEGACY:
      return {
        type: 0,
        fields: [...quantities("nonce", "gasPrice", "gas"), ...call()],
        signature: quantities("v", "r", "s"),
      };
    case 1:
      return signed(...quantities("chainId", "nonce", "gasPrice", "gas"), ...call(), access());
    case 2:
      return signed(...fees(), ...call(), access());
    case 3: {
      const blobs = [...quantities("maxFeePerBlobGas"), list(raw.blobVersionedHashes).map(data)];
      return signed(...fees(), ...call(), access(), ...blobs);
    }
    case 4: {
      const authorizations = list(raw.authorizationList).map((each) => authorization(each as Raw));
      return signed(...fees(), ...call(), access(), authorizations);
    }
    case DEPOSIT: {
      const isSystem = quantity(raw.isSystemTx === true ? "0x1" : "0x0");
      const addresses = [data(raw.sourceHash), data(raw.from), data(raw.to)];
      const fields = [
        ...addresses,
        ...quantities("mint", "value", "gas"),
        isSystem,
        data(raw.input),
      ];
      return { type, fields, signature: [] };
    }
    default:
      return nitroParts(type, raw);
  }
}

const ARBOS = "00000000000000000000000000000000000a4b05";
const RETRYABLES = "6e".padStart(40, "0");
/** Selector of the call that nodes report as the input of a submission. */
const SUBMIT = "c9f95d32";

const NO_TIP = { maxPriorityFeePerGas: "" };
const NO_NONCE = { ...NO_TIP, nonce: "" };
const NO_GAS = { ...NO_NONCE, gas: "", gasPrice: "", maxFeePerGas: "" };

/** Returns the fields of what a Nitro chain itself creates, after `arb_types.go` of the reference client. */
function nitroParts(type: number, raw: Raw): TransactionParts | undefined {
  const origin = [quantity(raw.chainId), data(raw.requestId), data(raw.from)];
  const maxFee = quantity(raw.maxFeePerGas ?? raw.gasPrice);
  const call = [maxFee, quantity(raw.gas), data(raw.to), quantity(raw.value), data(raw.input)];
  const parts = (implied: Implied, ...fields: readonly Item[]) => ({
    type,
    fields,
    signature: [],
    implied,
  });
  switch (type) {
    case NITRO_DEPOSIT:
      return parts({ ...NO_GAS, input: "" }, ...origin, data(raw.to), quantity(raw.value));
    case NITRO_UNSIGNED: {
      const sender = [quantity(raw.chainId), data(raw.from), quantity(raw.nonce)];
      return parts(NO_TIP, ...sender, ...call);
    }
    case NITRO_CONTRACT:
      return parts(NO_NONCE, ...origin, ...call);
    case NITRO_RETRY: {
      const sender = [quantity(raw.chainId), quantity(raw.nonce), data(raw.from)];
      const refund = [quantity(raw.maxRefund), quantity(raw.submissionFeeRefund)];
      return parts(NO_TIP, ...sender, ...call, data(raw.ticketId), data(raw.refundTo), ...refund);
    }
    case NITRO_SUBMIT_RETRYABLE:
      return parts(
        { ...NO_NONCE, value: "", to: RETRYABLES, input: submission(raw) },
        ...[...origin, quantity(raw.l1BaseFee), quantity(raw.depositValue), maxFee],
        ...[quantity(raw.gas), data(raw.retryTo), quantity(raw.retryValue), data(raw.beneficiary)],
        ...[quantity(raw.maxSubmissionFee), data(raw.refundTo), data(raw.retryData)],
      );
    case NITRO_INTERNAL:
      return parts(
        { ...NO_GAS, from: ARBOS, to: ARBOS, value: "" },
        quantity(raw.chainId),
        data(raw.input),
      );
    default:
      return undefined;
  }
}

/** The input of a submission, which nodes make of its fields. */
function submission(raw: Raw): string {
  const words = [
    ...[raw.requestId, raw.l1BaseFee, raw.depositValue, raw.retryValue],
    ...[raw.maxFeePerGas ?? raw.gasPrice, raw.gas, raw.maxSubmissionFee],
    ...[raw.refundTo, raw.beneficiary, raw.retryTo],
  ].map((value) => quantity(value).padStart(64, "0"));
  const offset = encodeWord(BigInt((words.length + 1) * 32));
  return (SUBMIT + words.join("") + offset + encodeBytes(data(raw.retryData))).toLowerCase();
}

/** Encodes a transaction as it is hashed. */
export function encodeTransaction({ type, fields, signature }: TransactionParts): Uint8Array {
  return encodeTyped(type, [...fields, ...signature]);
}

/**
 * Encodes a receipt as hashed in `receiptsRoot`.
 *
 * @param type Transaction type, which some nodes omit.
 */
export function encodeReceipt(
  receipt: RpcReceipt,
  type: number,
  { outcome }: BlockFormat,
): Uint8Array {
  const raw = receipt as unknown as Raw;
  const logs = receipt.logs.map((log) => [data(log.address), log.topics.map(data), data(log.data)]);
  const fields = [
    outcomeOf(receipt, outcome),
    quantity(raw.cumulativeGasUsed),
    data(raw.logsBloom),
    logs,
  ];
  // Since the Canyon fork; before it, nodes returned the nonce but it was not hashed.
  const hasDepositFields = type === DEPOSIT && raw.depositReceiptVersion != null;
  const depositFields = hasDepositFields
    ? [quantity(raw.depositNonce), quantity(raw.depositReceiptVersion)]
    : [];
  return encodeTyped(type === NITRO_LEGACY ? 0 : type, [...fields, ...depositFields]);
}

function outcomeOf(receipt: RpcReceipt, outcome: BlockFormat["outcome"]): string {
  if (outcome === "zero") {
    return "00";
  }
  const isRoot = outcome === "stateRoot" && hasStateRoot(receipt);
  return isRoot ? data(receipt.root) : quantity(receipt.status);
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
