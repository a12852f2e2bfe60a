import { useExtras } from "../../../../tools/repo/src/extras/index.ts";
import type { Hex } from "../../src/chain/records.ts";
import { type Argument, encodeArguments } from "../../src/dev/contracts.ts";
import type { RpcRequest } from "../../src/dev/rpc.ts";

const solc = (await useExtras("ethereum")).load<{ compile(input: string): string }>("solc");

interface Compiled {
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly methodIdentifiers: Readonly<Record<string, string>>;
  };
}

/** A contract that a test has deployed. */
export interface TestContract {
  readonly address: Hex;
  /** Sends a call of a function, as Solidity writes it, and mines it. */
  send(signature: string, ...args: readonly Argument[]): Promise<void>;
  /** Sends such a call, and leaves it to be mined with the next one. */
  queue(signature: string, ...args: readonly Argument[]): Promise<void>;
}

/** Compiles a contract. @returns Deploys it from the first account of a local node. */
export function compileContract(source: string, name: string) {
  const input = {
    language: "Solidity",
    sources: { test: { content: `pragma solidity ^0.8.30;\n${source}` } },
    settings: {
      evmVersion: "shanghai",
      outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const compiled: Compiled | undefined = output.contracts?.test?.[name];
  if (!compiled) {
    throw new Error(JSON.stringify(output.errors));
  }
  const { bytecode, methodIdentifiers } = compiled.evm;
  return async (send: RpcRequest, ...args: readonly Argument[]): Promise<TestContract> => {
    const [from = ""] = await send<readonly string[]>("eth_accounts");
    await send("evm_setAutomine", false);
    const created = await mine(send, {
      from,
      data: `0x${bytecode.object}${encodeArguments(args)}`,
    });
    const to = created.contractAddress;
    const call = (signature: string, callArgs: readonly Argument[]) => {
      const selector = methodIdentifiers[signature];
      if (selector === undefined) {
        throw new Error(`${name} has no function ${signature}`);
      }
      return { from, to, data: `0x${selector}${encodeArguments(callArgs)}` };
    };
    return {
      address: to,
      async send(signature, ...callArgs) {
        await mine(send, call(signature, callArgs));
      },
      async queue(signature, ...callArgs) {
        await send("eth_sendTransaction", call(signature, callArgs));
      },
    };
  };
}

/** The node must mine when it is told to only: else there would be an empty block each time. */
async function mine(send: RpcRequest, transaction: Readonly<Record<string, string>>) {
  const hash = await send("eth_sendTransaction", transaction);
  await send("evm_mine");
  const receipt = await send<{ contractAddress: Hex; status: Hex } | null>(
    "eth_getTransactionReceipt",
    hash,
  );
  if (receipt?.status !== "0x1") {
    throw new Error(`not mined: ${JSON.stringify(transaction).slice(0, 200)}`);
  }
  return receipt;
}
