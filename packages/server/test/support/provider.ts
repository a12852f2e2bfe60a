import { onTestFinished } from "vitest";
import { encodeBytes, encodeWord, readBytes, readTail, readWord } from "../../src/chain/abi.ts";
import type { Hex } from "../../src/chain/records.ts";
import type { RpcBlockWithReceipts } from "../../src/chain/rpc-types.ts";
import { GAS_PROBE, MULTICALL3 } from "../../src/source/aggregate.ts";
import {
  type Backend,
  type Manners,
  type Outcome,
  type Provider,
  startProvider,
} from "../../test-support/provider.ts";

export {
  type Backend,
  type Manners,
  nodeBackend,
  type Outcome,
  type Provider,
} from "../../test-support/provider.ts";

/** Starts a JSON-RPC provider that behaves like commercial ones, until the test ends. */
export async function fakeProvider(backend: Backend, manners?: Manners): Promise<Provider> {
  const provider = await startProvider(backend, manners);
  onTestFinished(() => provider.close());
  return provider;
}

/** Calls of contracts, each with its place. */
export const someCalls = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ method: "eth_call", params: [at] }));

/** What contracts do: burners use all their gas, heavy ones more than others. */
export type ContractKind = "token" | "burner" | "heavy" | "reverting";

/** The state behind blocks that come from files. */
export interface BlockBackend {
  /** Number of the head. */
  head: number;
  /** Whether Multicall3 is deployed. */
  hasMulticall: boolean;
  kindOf: (token: Hex) => ContractKind;
  readonly backend: Backend;
}

const GAS_OF_CALL = 30_000;
const GAS_OF_HEAVY = 12_000_000;
const GAS_OF_PROBE = 1_028_500;

/** Serves blocks from files; balances are made up from owner and token. */
export function blockBackend(blocks: readonly RpcBlockWithReceipts[]): BlockBackend {
  const byNumber = new Map(blocks.map((each) => [Number(each.block.number), each]));
  const state: BlockBackend = {
    head: Math.max(...byNumber.keys()),
    hasMulticall: true,
    kindOf: () => "token",
    backend: ({ method, params }) => outcome(method, params),
  };
  const find = (name: unknown) => {
    const number = name === "latest" ? state.head : Number(name);
    return number <= state.head ? byNumber.get(number) : undefined;
  };
  const outcome = (method: string, params: readonly unknown[]): Outcome => {
    const found = find(params[0]);
    switch (method) {
      case "eth_chainId":
        return { result: "0x1" };
      case "eth_blockNumber":
        return { result: `0x${state.head.toString(16)}` };
      case "eth_getBlockByNumber":
        return { result: found ? found.block : null };
      case "eth_getBlockReceipts":
        return { result: found ? found.receipts : null };
      case "eth_getCode":
        return { result: state.hasMulticall ? "0x60" : "0x" };
      case "eth_call": {
        const { to, data, gas } = params[0] as { to: Hex; data: Hex; gas: Hex };
        const returned = execute(state, to, data, Number(gas));
        if (returned.data !== undefined) {
          return { result: returned.data };
        }
        return returned.used === Number(gas)
          ? { error: { code: -32000, message: "out of gas" } }
          : { error: { code: 3, message: "execution reverted" } };
      }
      default:
        return { error: { code: -32601, message: `the method ${method} does not exist` } };
    }
  };
  return state;
}

/** Invented balance of an owner. */
export function madeUpBalance(token: Hex, owner: Hex): bigint {
  return (BigInt(token) * 31n + BigInt(owner)) % 10n ** 24n;
}

function execute(
  state: BlockBackend,
  to: Hex,
  data: Hex,
  gas: number,
): { data?: Hex; used: number } {
  if (to === MULTICALL3 && state.hasMulticall) {
    return aggregate(state, data, gas);
  }
  if (to === GAS_PROBE.to) {
    return gas >= GAS_OF_PROBE ? { data: "0x", used: GAS_OF_PROBE } : { used: gas };
  }
  const kind = state.kindOf(to);
  const needed = kind === "heavy" ? GAS_OF_HEAVY : GAS_OF_CALL;
  if (kind === "burner" || gas < needed) {
    return { used: gas };
  }
  if (kind === "reverting") {
    return { used: needed };
  }
  const word = readWord(`${data.slice(10)}${"0".repeat(64)}`, 0);
  switch (data.slice(0, 10)) {
    case "0x70a08231": {
      const balance = madeUpBalance(to, `0x${word.toString(16)}`);
      return { data: `0x${encodeWord(balance)}`, used: needed };
    }
    case "0x313ce567":
      return { data: `0x${encodeWord(18n)}`, used: GAS_OF_CALL };
    case "0x06fdde03":
    case "0x95d89b41":
      return { data: text("Token"), used: GAS_OF_CALL };
    case "0xc87b56dd":
      return { data: text(`ipfs://made-up/${word}`), used: GAS_OF_CALL };
    default:
      return { used: GAS_OF_CALL };
  }
}

/** Behaves like Multicall3: each sub-call gets 63/64 of the remaining gas. */
function aggregate(state: BlockBackend, input: Hex, gas: number): { data?: Hex; used: number } {
  const digits = input.slice(10);
  const { start, length } = readTail(digits, 0);
  let left = gas;
  const tuples = Array.from({ length }, (_, at) => {
    const tuple = start + Number(readWord(digits, start + at * 32));
    const to = `0x${readWord(digits, tuple).toString(16).padStart(40, "0")}` as Hex;
    const bytes = readTail(digits, tuple + 64, tuple);
    const data = `0x${readBytes(digits, bytes.start, bytes.length)}` as Hex;
    const { data: returned, used } = execute(state, to, data, Math.floor((left * 63) / 64));
    left -= used;
    const head = encodeWord(returned === undefined ? 0n : 1n) + encodeWord(64n);
    return head + encodeBytes((returned ?? "0x").slice(2));
  });
  if (left <= 0) {
    return { used: gas };
  }
  let offset = length * 32;
  const offsets = tuples.map((tuple) => {
    const own = encodeWord(BigInt(offset));
    offset += tuple.length / 2;
    return own;
  });
  const list = encodeWord(32n) + encodeWord(BigInt(length)) + offsets.join("") + tuples.join("");
  return { data: `0x${list}`, used: gas - left };
}

function text(value: string): Hex {
  return `0x${encodeWord(32n)}${encodeBytes(Buffer.from(value).toString("hex"))}`;
}
