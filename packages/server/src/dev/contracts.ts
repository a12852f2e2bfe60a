import type { Hex } from "../chain/records.ts";
import { type Argument, encodeArguments } from "./calls.ts";
import { contracts as compiled } from "./generated/contracts.ts";
import type { Ask } from "./rpc.ts";

/** A contract on a local chain. */
interface DevContract {
  readonly address: Hex;
  /**
   * Sends a call and waits until it is mined.
   *
   * @param signature As Solidity writes it, without spaces.
   * @param wei What the call pays.
   * @returns Hash of the transaction.
   * @throws Error if the contract has no such function, or refuses.
   */
  send(from: Hex, signature: string, args?: readonly Argument[], wei?: bigint): Promise<Hex>;
}

/** Those that are deployed, by what they are for. */
export interface DevContracts {
  /** ERC-20 with 18 decimals. */
  readonly coin: DevContract;
  /** ERC-20 with 6 decimals. */
  readonly dollar: DevContract;
  /** ERC-20 whose balances change without a Transfer. */
  readonly rebasing: DevContract;
  /** ERC-20 that wraps the native token. */
  readonly wrapped: DevContract;
  /** ERC-20 with name and symbol as bytes32. */
  readonly bytes32: DevContract;
  /** ERC-20 that tells nothing about itself. */
  readonly silent: DevContract;
  /** ERC-721. */
  readonly collection: DevContract;
  /** ERC-1155, which the service leaves aside. */
  readonly multiToken: DevContract;
}

/** Deploys all contracts. */
export async function deployContracts(ask: Ask, from: Hex): Promise<DevContracts> {
  const deploy = (name: keyof typeof compiled, ...args: Argument[]) =>
    deployContract(ask, from, name, args);
  return {
    coin: await deploy("Coin", "Test Coin", "TST", 18n),
    dollar: await deploy("Coin", "Test Dollar", "TUSD", 6n),
    rebasing: await deploy("RebasingCoin"),
    wrapped: await deploy("WrappedNative"),
    bytes32: await deploy("Bytes32Coin"),
    silent: await deploy("SilentCoin"),
    collection: await deploy("Collection", "Test Collection", "TNFT"),
    multiToken: await deploy("MultiToken"),
  };
}

async function deployContract(
  ask: Ask,
  from: Hex,
  name: keyof typeof compiled,
  args: readonly Argument[],
): Promise<DevContract> {
  const { bytecode, selectors } = compiled[name];
  const data = bytecode + encodeArguments(args);
  const { contractAddress } = await mined(ask, { from, data });
  if (!contractAddress) {
    throw new Error(`${name} was not deployed`);
  }
  const known: Readonly<Record<string, string>> = selectors;
  return {
    address: contractAddress,
    async send(sender, signature, callArgs = [], wei = 0n) {
      const selector = known[signature];
      if (selector === undefined) {
        throw new Error(`${name} has no function ${signature}`);
      }
      const input = `0x${selector}${encodeArguments(callArgs)}`;
      const value = `0x${wei.toString(16)}`;
      const call = { from: sender, to: contractAddress, data: input, value };
      const { transactionHash } = await mined(ask, call);
      return transactionHash;
    },
  };
}

interface Receipt {
  readonly transactionHash: Hex;
  readonly contractAddress: Hex | null;
  readonly status: Hex;
}

const WAIT_MS = 20;
const PATIENCE_MS = 15_000;

/** Sends a transaction of an account that the node holds, and waits for its receipt. */
async function mined(ask: Ask, transaction: Readonly<Record<string, string>>): Promise<Receipt> {
  const hash = await ask<Hex>("eth_sendTransaction", transaction);
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const receipt = await ask<Receipt | null>("eth_getTransactionReceipt", hash);
    if (receipt) {
      return receipt;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error(`transaction ${hash} was not mined`);
}
