import { encodeBytes, encodeWord, toQuantity } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import { contracts as compiled } from "./generated/contracts.ts";
import type { RpcRequest } from "./rpc.ts";

export interface DevContract {
  readonly address: Hex;
  /**
   * Sends a transaction and waits for its receipt.
   *
   * @param signature Canonical function signature, e.g. `transfer(address,uint256)`.
   * @param wei Value sent along.
   * @returns Transaction hash.
   * @throws Error if the contract has no such function, or reverts.
   */
  send(from: Hex, signature: string, args?: readonly Argument[], wei?: bigint): Promise<Hex>;
}

export type DevContracts = Awaited<ReturnType<typeof deployContracts>>;

export async function deployContracts(request: RpcRequest, from: Hex) {
  const deploy = (name: keyof typeof compiled, ...args: Argument[]) =>
    deployContract(request, from, name, args);
  return {
    coin: await deploy("Coin", "Test Coin", "TST", 18n),
    dollar: await deploy("Coin", "Test Dollar", "TUSD", 6n),
    // Its balances change without a Transfer log.
    rebasing: await deploy("RebasingCoin"),
    wrapped: await deploy("WrappedNative"),
    bytes32: await deploy("Bytes32Coin"),
    // Without name, symbol and decimals.
    silent: await deploy("SilentCoin"),
    collection: await deploy("Collection", "Test Collection", "TNFT"),
    // ERC-1155, which the service ignores.
    multiToken: await deploy("MultiToken"),
  };
}

async function deployContract(
  request: RpcRequest,
  from: Hex,
  name: keyof typeof compiled,
  args: readonly Argument[],
): Promise<DevContract> {
  const { bytecode, selectors } = compiled[name];
  const data = bytecode + encodeArguments(args);
  const { contractAddress } = await mined(request, { from, data });
  const known: Readonly<Record<string, string>> = selectors;
  return {
    address: contractAddress,
    async send(sender, signature, callArgs = [], wei = 0n) {
      const selector = known[signature];
      if (selector === undefined) {
        throw new Error(`${name} has no function ${signature}`);
      }
      const input = `0x${selector}${encodeArguments(callArgs)}`;
      const value = toQuantity(wei);
      const call = { from: sender, to: contractAddress, data: input, value };
      const { transactionHash } = await mined(request, call);
      return transactionHash;
    },
  };
}

interface Receipt {
  readonly transactionHash: Hex;
  /** Of a transaction that deploys one. */
  readonly contractAddress: Hex;
}

const POLL_MS = 20;
const TIMEOUT_MS = 15_000;

/** Sends a transaction from an account of the node, and waits for its receipt. */
async function mined(
  request: RpcRequest,
  transaction: Readonly<Record<string, string>>,
): Promise<Receipt> {
  const hash = await request<Hex>("eth_sendTransaction", transaction);
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    const receipt = await request<Receipt | null>("eth_getTransactionReceipt", hash);
    if (receipt) {
      return receipt;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`transaction ${hash} was not mined`);
}

/** An argument of a call: an address, an integer, or text. */
export type Argument = Hex | bigint | string;

/** ABI-encodes arguments; text that is not an address is encoded as `string`. */
export function encodeArguments(args: readonly Argument[]): string {
  const heads: string[] = [];
  let tail = "";
  for (const argument of args) {
    if (typeof argument === "bigint") {
      heads.push(encodeWord(argument));
    } else if (/^0x[0-9a-f]{40}$/i.test(argument)) {
      heads.push(encodeWord(BigInt(argument)));
    } else {
      heads.push(encodeWord(BigInt(args.length * 32 + tail.length / 2)));
      tail += encodeBytes(Buffer.from(argument, "utf8").toString("hex"));
    }
  }
  return heads.join("") + tail;
}
