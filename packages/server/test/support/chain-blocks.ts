import { encodeWord, toQuantity } from "../../src/chain/abi.ts";
import type { ChainName } from "../../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../../src/chain/rpc-types.ts";
import type { Entry, Header, Part } from "./seal.ts";
import { createdAddress, encoded, hashOf, seal } from "./seal.ts";
import { addressOf, authorized, type Fields, signed } from "./signed.ts";

/*
 * Blocks in the shape of the chains of which there are no real ones here, made by hand after the
 * sources and documentation of their nodes: bsc, bor, coreth and its successor, Nitro, and the
 * specification of the OP stack. Names, order and oddities are theirs; hashes are right; values are
 * made up.
 */

const ZERO_WORD = `0x${"00".repeat(32)}`;
const NOBODY = `0x${"00".repeat(20)}`;
/** Root of an empty trie, and hash of no uncles. */
const EMPTY = "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421";
const NO_UNCLES = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
/** Hash of no requests. */
const NO_REQUESTS = "0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const NO_BLOOM = `0x${"00".repeat(256)}`;
const NO_SIGNATURE = { v: "0x0", r: "0x0", s: "0x0" };
const COIN = `0x${"c0".repeat(20)}`;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const word = (byte: number) => `0x${(byte % 256).toString(16).padStart(2, "0").repeat(32)}`;
const topic = (address: string) => `0x${encodeWord(BigInt(address))}` as const;

/** A log of a token, so that a block has something that only receipts tell. */
const transferLog = {
  address: COIN,
  topics: [TRANSFER, topic(NOBODY), topic(addressOf())],
  data: topic("0x07"),
} as NonNullable<Entry["logs"]>[number];

interface Basics {
  readonly number: bigint;
  readonly miner?: string;
  readonly difficulty?: bigint;
  readonly extraData?: string;
  readonly mixHash?: string;
  readonly nonce?: string;
  readonly gasLimit?: bigint;
  /** What the chain tells in place of the gas that its transactions used. */
  readonly gasUsed?: bigint;
  readonly receiptsRoot?: string;
}

/** The first fifteen fields, which all chains have, and those that a chain adds. */
function header(basics: Basics, ...added: readonly (readonly [string, string | bigint])[]): Header {
  return ({ transactionsRoot, receiptsRoot, gasUsed }) => [
    ["parentHash", word(0x0a)],
    ["sha3Uncles", NO_UNCLES],
    ["miner", basics.miner ?? `0x${"3a".repeat(20)}`],
    ["stateRoot", word(0x5a)],
    ["transactionsRoot", transactionsRoot],
    ["receiptsRoot", basics.receiptsRoot ?? receiptsRoot],
    ["logsBloom", NO_BLOOM],
    ["difficulty", basics.difficulty ?? 0n],
    ["number", basics.number],
    ["gasLimit", basics.gasLimit ?? 30_000_000n],
    ["gasUsed", basics.gasUsed ?? gasUsed],
    ["timestamp", 1_790_000_001n],
    ["extraData", basics.extraData ?? "0x"],
    ["mixHash", basics.mixHash ?? ZERO_WORD],
    ["nonce", basics.nonce ?? "0x0000000000000000"],
    ...added,
  ];
}

/** What somebody signed, as a node tells it in a block with this base fee. */
function own(fields: Fields, baseFee: bigint, rest: Partial<Entry> = {}): Entry {
  const { bytes, told } = signed(fields);
  const { maxPriorityFeePerGas: tip, maxFeePerGas: most } = told;
  const wanted = baseFee + BigInt(tip ?? 0);
  const price = most ? (wanted < BigInt(most) ? wanted : BigInt(most)) : BigInt(told.gasPrice ?? 0);
  return {
    transaction: { ...told, type: told.type ?? "0x0", gasPrice: toQuantity(price) },
    encoded: bytes,
    gasUsed: 21_000n,
    ...rest,
    receipt: { effectiveGasPrice: toQuantity(price), ...rest.receipt },
  };
}

const FEES = { maxPriorityFeePerGas: 30_000_000_000n, maxFeePerGas: 200_000_000_000n };

/** Ethereum since Glamsterdam, of which the real blocks here know nothing yet. */
export function ethereum() {
  const baseFee = 1_031_210_725n;
  const blobs = { maxFeePerBlobGas: 9n, blobVersionedHashes: [`0x01${"b1".repeat(31)}`] };
  const list = [{ address: COIN, storageKeys: [word(0x01)] }];
  const delegations = [authorized(1n, COIN, 3n)];
  return seal(
    header(
      { number: 26_000_000n, extraData: "0x6e6f626f6479", mixHash: word(0x3a) },
      ["baseFeePerGas", baseFee],
      ["withdrawalsRoot", EMPTY],
      ["blobGasUsed", 524_288n],
      ["excessBlobGas", 208_565_780n],
      ["parentBeaconBlockRoot", word(0xbe)],
      ["requestsHash", NO_REQUESTS],
      ["blockAccessListHash", word(0xba)],
      ["slotNumber", 11_296_768n],
    ),
    [
      own({ type: 2, chainId: 1n, ...FEES }, baseFee, { logs: [transferLog] }),
      own({ type: 3, chainId: 1n, nonce: 1n, ...FEES, ...blobs, accessList: list }, baseFee),
      own({ type: 4, chainId: 1n, nonce: 2n, ...FEES, authorizationList: delegations }, baseFee),
    ],
    { withdrawals: [], uncles: [] },
  );
}

/** BNB Smart Chain: no base fee, and transactions of the validator, which cost nothing. */
export function bsc() {
  const fees = { maxPriorityFeePerGas: 50_000_000n, maxFeePerGas: 50_000_000n };
  return seal(
    header(
      {
        number: 75_000_000n,
        difficulty: 2n,
        extraData: `0xd98301060a846765746889676f312e32342e${"00".repeat(14)}${"5e".repeat(65)}`,
        // Since Lorentz the milliseconds of the time.
        mixHash: `0x${"00".repeat(30)}01c2`,
      },
      ["baseFeePerGas", 0n],
      ["withdrawalsRoot", EMPTY],
      ["blobGasUsed", 131_072n],
      ["excessBlobGas", 393_216n],
      ["parentBeaconBlockRoot", ZERO_WORD],
      ["requestsHash", NO_REQUESTS],
    ),
    [
      own({ type: 2, chainId: 56n, ...fees, nonce: 4n }, 0n, { logs: [transferLog] }),
      own(
        {
          type: 0,
          chainId: 56n,
          gasPrice: 0n,
          gas: 2n ** 63n - 1n,
          nonce: 5n,
          to: "0x0000000000000000000000000000000000001000",
          value: 12_345n,
          input: `0xf340fa01${"00".repeat(12)}${"3a".repeat(20)}`,
        },
        0n,
        // Some nodes tell an empty root, as if there were one in place of the status.
        { gasUsed: 71_000n, receipt: { root: "0x" } },
      ),
    ],
    { totalDifficulty: "0x8f0d181", milliTimestamp: "0x1a0f3ab4f2a", withdrawals: [], uncles: [] },
  );
}

/** What Bor has made of two messages from Ethereum. */
const STATE_SYNC_EVENTS: readonly Part[] = [
  [7n, `0x${"10".repeat(20)}`, `0x${"ab".repeat(64)}`, word(0x71)],
  [8n, `0x${"10".repeat(20)}`, "0x616c706861", word(0x72)],
];

/** A state sync as bor tells it: all but its hash is zero. */
const stateSync = (type: string, hash: string, rest: object = {}): Entry => ({
  transaction: {
    ...{ type, hash, from: NOBODY, to: NOBODY, nonce: "0x0", gas: "0x0" },
    ...{ gasPrice: "0x0", value: "0x0", input: "0x", ...NO_SIGNATURE, ...rest },
  },
  receipt: { effectiveGasPrice: "0x0" },
  gasUsed: 0n,
  logs: [transferLog],
});

const polygonHeader = (number: bigint, baseFee: bigint) =>
  header({ number, difficulty: 21n, miner: NOBODY, extraData: `0x${"b0".repeat(97)}` }, [
    "baseFeePerGas",
    baseFee,
  ]);
const ofPolygon = (baseFee: bigint) =>
  own({ type: 2, chainId: 137n, ...FEES }, baseFee, { logs: [transferLog] });
const POLYGON_TOLD = { totalDifficulty: "0x3a99f67", uncles: [] };

/** Polygon before Madhugiri: a state sync, of which the roots know nothing, ends some blocks. */
export async function polygon(number = 60_000_000n) {
  const baseFee = 25_000_000_000n;
  const first = ofPolygon(baseFee);
  // Its hash is made of that of its block, which it does not change.
  const without = await seal(polygonHeader(number, baseFee), [first]);
  const key = `${Buffer.from("matic-bor-receipt-").toString("hex")}${toQuantity(number).slice(2).padStart(16, "0")}`;
  const derived = await hashOf(`0x${key}${without.block.hash.slice(2)}`);
  return seal(polygonHeader(number, baseFee), [first, stateSync("0x0", derived)], POLYGON_TOLD);
}

/**
 * Polygon since Madhugiri: the state sync is a transaction.
 *
 * @param client Whose way of hashing it is: bor puts the events into one more list.
 * @param isReceiptType Whether only the type of its receipt is in the root.
 */
export async function madhugiri(client: "bor" | "erigon" = "bor", isReceiptType = false) {
  const [number, baseFee] = [90_000_000n, 25_000_000_000n];
  const raw = encoded(0x7f, STATE_SYNC_EVENTS);
  const hash = await hashOf(client === "bor" ? encoded(0x7f, [STATE_SYNC_EVENTS]) : raw);
  const rest = { raw, maxFeePerGas: "0x0", maxPriorityFeePerGas: "0x0", yParity: "0x0" };
  const sync = { ...stateSync("0x7f", hash, rest), encoded: raw, hash, isReceiptType };
  return seal(polygonHeader(number, baseFee), [ofPolygon(baseFee), sync], POLYGON_TOLD);
}

/** The call of the first deposit before Ecotone: base fee of 5 gwei, overhead 188, scalar 0.684. */
function bedrockAttributes(): string {
  const words = [1n, 2n, 5_000_000_000n, 3n, 4n, 5n, 188n, 684_000n];
  return `0x015d8eb9${words.map((each) => encodeWord(each)).join("")}`;
}

/** The same since Ecotone: scalars 2269 and 1055762, base fee of 5 gwei, blob base fee of 3 wei. */
function ecotoneAttributes(): string {
  const [scalars, numbers] = ["000008dd00101c12", "00".repeat(24)];
  const words = [5_000_000_000n, 3n, 4n, 5n].map((each) => encodeWord(each));
  return `0x440a5e20${scalars}${numbers}${words.join("")}`;
}

function calldataGas(encoded: string): bigint {
  const bytes = [...Buffer.from(encoded.slice(2), "hex")];
  return BigInt(bytes.reduce((total, byte) => total + (byte === 0 ? 4 : 16), 0));
}

/** Base: deposits from the parent chain, and the fee for what is written there. @param isNew Since Ecotone. */
export async function base(isNew = true) {
  const baseFee = 5_000_000n;
  const contractAddress = await createdAddress(addressOf(), 3n);
  const signed = own({ type: 2, chainId: 8453n, ...FEES }, baseFee, { logs: [transferLog] });
  const [price, input] = [5_000_000_000n, isNew ? ecotoneAttributes() : bedrockAttributes()];
  // Since Fjord, a transaction as short as this counts as 100 bytes.
  const gas = isNew ? 1600n : calldataGas(signed.encoded as string) + 188n;
  const fee = isNew
    ? (16n * price * 2269n + 3n * 1_055_762n) / 10_000n
    : (gas * price * 684_000n) / 1_000_000n;
  const l1 = {
    l1Fee: toQuantity(fee),
    l1GasPrice: toQuantity(price),
    l1GasUsed: toQuantity(gas),
    ...(isNew
      ? { l1BaseFeeScalar: "0x8dd", l1BlobBaseFeeScalar: "0x101c12" }
      : { l1FeeScalar: "0.684" }),
  };
  const deposit = (
    from: string,
    to: string | null,
    nonce: bigint,
    told: object,
    more = {},
  ): Entry => {
    const [source, mint, value, gas] = [word(Number(nonce) + 1), 119n, 7n, 1_000_000n];
    const parts: Part[] = [source, from, to ?? "0x", mint, value, gas, 0n, input];
    return {
      transaction: {
        type: "0x7e",
        sourceHash: source,
        from,
        to,
        mint: toQuantity(mint),
        value: toQuantity(value),
        gas: toQuantity(gas),
        input,
        ...NO_SIGNATURE,
        ...told,
      },
      encoded: encoded(0x7e, parts),
      // Since Canyon the nonce is hashed as well.
      receipt: {
        depositNonce: toQuantity(nonce),
        ...(isNew && { depositReceiptVersion: "0x1" }),
        ...more,
      },
      receiptParts: isNew ? [nonce, 1n] : [],
      gasUsed: 46_000n,
    };
  };
  const attributes = "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001";
  const later: (readonly [string, string | bigint])[] = [
    ["withdrawalsRoot", isNew ? word(0xd7) : EMPTY],
    // Since Jovian what is written to the parent chain.
    ["blobGasUsed", 81_600n],
    ["excessBlobGas", 0n],
    ["parentBeaconBlockRoot", word(0xbe)],
    ["requestsHash", NO_REQUESTS],
  ];
  return seal(
    header(
      { number: 40_000_000n, extraData: isNew ? "0x00000000fa00000006" : "0x" },
      ["baseFeePerGas", baseFee],
      ...(isNew ? later : []),
    ),
    [
      // As op-geth and base-reth-node tell it.
      deposit(attributes, "0x4200000000000000000000000000000000000015", 39_999_999n, {
        gasPrice: "0x0",
        nonce: "0x26259ff",
        depositReceiptVersion: "0x1",
      }),
      // As anvil does, and older nodes: neither price nor nonce. It creates a contract.
      deposit(addressOf(), null, 3n, {}, { contractAddress, effectiveGasPrice: "0x0" }),
      { ...signed, receipt: { ...signed.receipt, ...l1 } },
    ],
    { totalDifficulty: "0x0", withdrawals: [], uncles: [] },
  );
}

/** What comes from the parent chain of Nitro: as told, and as encoded, after `arb_types.go`. */
function retryables(chainId: bigint): readonly (readonly [number, object, readonly Part[]])[] {
  const [from, to, refundTo, beneficiary] = [0xf1, 0x70, 0x4e, 0xbe].map(
    (byte) => `0x${byte.toString(16).repeat(20)}`,
  ) as [string, string, string, string];
  const fee = { maxFeePerGas: "0x5f5e100", gasPrice: "0x5f5e100", gas: "0x186a0" };
  const [max, gas, request, ticket] = [100_000_000n, 100_000n, word(0x9e), word(0x7c)];
  const call = { from, to, value: "0x9", input: "0xabcdef", ...fee };
  const calls: Part[] = [max, gas, to, 9n, "0xabcdef"];
  const submission = [
    ...[request, 30n, 2_000n, 9n, max, gas, 600n].map((each) => encodeWord(BigInt(each))),
    ...[refundTo, beneficiary, to].map((each) => encodeWord(BigInt(each))),
    ...[encodeWord(352n), encodeWord(3n), "abcdef".padEnd(64, "0")],
  ];
  return [
    [
      0x64,
      { from, to, value: "0x9", requestId: request, input: "0x" },
      [chainId, request, from, to, 9n],
    ],
    [0x65, { ...call, maxFeePerGas: undefined, nonce: "0x7" }, [chainId, from, 7n, ...calls]],
    [0x66, { ...call, requestId: request }, [chainId, request, from, ...calls]],
    [
      0x69,
      {
        ...{ ...fee, from, to: "0x000000000000000000000000000000000000006e", requestId: request },
        ...{ l1BaseFee: "0x1e", depositValue: "0x7d0", retryTo: to, retryValue: "0x9" },
        ...{ beneficiary, maxSubmissionFee: "0x258", refundTo, retryData: "0xabcdef" },
        input: `0xc9f95d32${submission.join("")}`,
      },
      [
        ...[chainId, request, from, 30n, 2_000n, max, gas, to, 9n, beneficiary],
        ...[600n, refundTo, "0xabcdef"],
      ],
    ],
    [
      0x68,
      {
        ...{ ...call, nonce: "0x1", ticketId: ticket, refundTo },
        ...{ maxRefund: "0x3e8", submissionFeeRefund: "0x0" },
      },
      [chainId, 1n, from, ...calls, ticket, refundTo, 1_000n, 0n],
    ],
  ];
}

/** Arbitrum and ApeChain: ArbOS begins each block. @param hasRetryables All other types of Nitro follow. */
export function nitro(chainId: bigint, hasRetryables = false) {
  const baseFee = 20_000_000n;
  const [root, l1BlockNumber] = [word(0x5e), "0x18ea3d7"];
  const input = `0x6bf6a42d${"00".repeat(128)}`;
  const ARBOS = "0x00000000000000000000000000000000000a4b05";
  const internal = [0x6a, { from: ARBOS, to: ARBOS, input }, [chainId, input]] as const;
  const made = [internal, ...(hasRetryables ? retryables(chainId) : [])].map(
    ([type, told, parts]): Entry => ({
      transaction: {
        ...{ nonce: "0x0", value: "0x0", gas: "0x0", gasPrice: "0x0", ...NO_SIGNATURE },
        ...{ ...told, type: toQuantity(type), chainId: toQuantity(chainId) },
      },
      encoded: encoded(type, parts),
      receipt: { effectiveGasPrice: toQuantity(baseFee), gasUsedForL1: "0x0", l1BlockNumber },
      gasUsed: type === 0x64 || type === 0x6a ? 0n : 50_000n,
    }),
  );
  return seal(
    header(
      {
        number: 511_882_413n,
        miner: "0xa4b000000000000000000073657175656e636572",
        difficulty: 1n,
        gasLimit: 2n ** 50n,
        extraData: root,
        mixHash: `0x0000000000028aef00000000018ea3d7000000000000003d0000000000000000`,
        nonce: "0x00000000002770e4",
      },
      ["baseFeePerGas", baseFee],
    ),
    [
      ...made.slice(0, 1),
      own({ type: 2, chainId, ...FEES }, baseFee, {
        logs: [transferLog],
        // Of the tip nothing is taken.
        receipt: { effectiveGasPrice: toQuantity(baseFee), gasUsedForL1: "0x1f4", l1BlockNumber },
      }),
      ...made.slice(1),
    ],
    { sendRoot: root, sendCount: "0x28aef", l1BlockNumber, uncles: [] },
  );
}

/**
 * Avalanche.
 *
 * @param isNew Since Helicon: the header has what is settled by it, not what is in it.
 * @param hasBaseFee Whether it stands in the header, as nodes tell it.
 */
export function avalanche(isNew = true, hasBaseFee = true) {
  const baseFee = 25_000_000_000n;
  const settled: (readonly [string, string | bigint])[] = [
    ["timestampMilliseconds", 1_790_000_001_250n],
    ["minDelayExcess", 7_970_124n],
    ["targetExponent", 100n],
    ["minPriceExponent", 0n],
    ["settledHeight", 88_999_995n],
    ["settledGasUnix", 1_789_999_996n],
    ["settledGasNumerator", 5n],
    ["settledExcess", 1_000_000n],
  ];
  return seal(
    header(
      {
        number: isNew ? 89_000_000n : 30_000_000n,
        miner: "0x0100000000000000000000000000000000000000",
        difficulty: 1n,
        extraData: `0x${"00".repeat(isNew ? 0 : 80)}`,
        ...(isNew && { gasUsed: 987_654n, receiptsRoot: word(0x5e) }),
      },
      ["extDataHash", EMPTY],
      ["baseFeePerGas", hasBaseFee ? baseFee : "0x"],
      ["extDataGasUsed", 0n],
      ["blockGasCost", 0n],
      ...((isNew
        ? [
            ["blobGasUsed", 0n],
            ["excessBlobGas", 0n],
            ["parentBeaconBlockRoot", ZERO_WORD],
            ...settled,
          ]
        : []) as typeof settled),
    ),
    [
      own({ type: 2, chainId: 43_114n, ...FEES }, baseFee, { logs: [transferLog] }),
      own({ type: 0, chainId: 43_114n, gasPrice: baseFee, nonce: 1n }, baseFee),
    ],
    {
      baseFeePerGas: toQuantity(baseFee),
      blockExtraData: "0x",
      uncles: [],
      ...(!isNew && { totalDifficulty: "0x1c9c380" }),
    },
  );
}

type Make = () => Promise<RpcBlockWithReceipts>;

/** Blocks of each chain, before and after its forks. */
export const BUILT: Readonly<Record<ChainName, Readonly<Record<string, Make>>>> = {
  ethereum: { "since Glamsterdam": ethereum },
  arbitrum: { "of today": () => nitro(42_161n), "with retryables": () => nitro(42_161n, true) },
  apechain: { "of today": () => nitro(33_139n) },
  avalanche: { "since Helicon": () => avalanche(), "before Helicon": () => avalanche(false) },
  base: { "of today": () => base(), "before Ecotone": () => base(false) },
  bsc: { "of today": bsc },
  polygon: {
    "before Madhugiri": () => polygon(),
    "since Madhugiri": () => madhugiri(),
    "since Madhugiri, as Erigon hashes": () => madhugiri("erigon"),
  },
};
