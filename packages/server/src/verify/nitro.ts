import { encodeBytes, encodeWord } from "../chain/abi.ts";
import {
  NITRO_CONTRACT,
  NITRO_DEPOSIT,
  NITRO_INTERNAL,
  NITRO_RETRY,
  NITRO_SUBMIT_RETRYABLE,
  NITRO_UNSIGNED,
} from "../chain/block-formats.ts";
import type { Implied } from "./derived.ts";
import { data, type Item, quantity, type Raw } from "./rlp.ts";

/** Encoding of a transaction that the chain itself creates. */
interface NitroParts {
  readonly fields: readonly Item[];
  readonly implied: Implied;
}

const ARBOS = "00000000000000000000000000000000000a4b05";
const RETRYABLES = "6e".padStart(40, "0");
/** Selector of the call that nodes report as the input of a submission. */
const SUBMIT = "c9f95d32";

const NO_TIP = { maxPriorityFeePerGas: "" };
const NO_NONCE = { ...NO_TIP, nonce: "" };
const NO_GAS = { ...NO_NONCE, gas: "", gasPrice: "", maxFeePerGas: "" };

/** Encodings by type, after `arb_types.go` of the reference client. */
export const NITRO_ENCODERS: Readonly<Record<number, (raw: Raw) => NitroParts>> = {
  [NITRO_DEPOSIT]: (raw) => ({
    fields: [...origin(raw), data(raw.to), quantity(raw.value)],
    implied: { ...NO_GAS, input: "" },
  }),
  [NITRO_UNSIGNED]: (raw) => ({
    fields: [quantity(raw.chainId), data(raw.from), quantity(raw.nonce), ...call(raw)],
    implied: NO_TIP,
  }),
  [NITRO_CONTRACT]: (raw) => ({
    fields: [...origin(raw), ...call(raw)],
    implied: NO_NONCE,
  }),
  [NITRO_RETRY]: (raw) => ({
    fields: [
      ...[quantity(raw.chainId), quantity(raw.nonce), data(raw.from), ...call(raw)],
      ...[data(raw.ticketId), data(raw.refundTo)],
      ...[quantity(raw.maxRefund), quantity(raw.submissionFeeRefund)],
    ],
    implied: NO_TIP,
  }),
  [NITRO_SUBMIT_RETRYABLE]: (raw) => ({
    fields: [
      ...[...origin(raw), quantity(raw.l1BaseFee), quantity(raw.depositValue), maxFee(raw)],
      ...[quantity(raw.gas), data(raw.retryTo), quantity(raw.retryValue), data(raw.beneficiary)],
      ...[quantity(raw.maxSubmissionFee), data(raw.refundTo), data(raw.retryData)],
    ],
    implied: { ...NO_NONCE, value: "", to: RETRYABLES, input: submission(raw) },
  }),
  [NITRO_INTERNAL]: (raw) => ({
    fields: [quantity(raw.chainId), data(raw.input)],
    implied: { ...NO_GAS, from: ARBOS, to: ARBOS, value: "" },
  }),
};

function origin(raw: Raw): readonly Item[] {
  return [quantity(raw.chainId), data(raw.requestId), data(raw.from)];
}

function call(raw: Raw): readonly Item[] {
  return [maxFee(raw), quantity(raw.gas), data(raw.to), quantity(raw.value), data(raw.input)];
}

function maxFee(raw: Raw): string {
  return quantity(raw.maxFeePerGas ?? raw.gasPrice);
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
