import { onTestFinished } from "vitest";
import { useExtras } from "../../../../tools/repo/src/extras/index.ts";
import { encodeWord, toQuantity } from "../../src/chain/abi.ts";
import { type RpcRequest, rpcRequest } from "../../src/dev/rpc.ts";

/** What is used of Hardhat. */
interface Hardhat {
  createHardhatRuntimeEnvironment(config: object): Promise<{
    readonly network: {
      createServer(network: string, host: string, port: number): Promise<HardhatServer>;
    };
  }>;
}

interface HardhatServer {
  listen(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

const hardhat = (await useExtras("ethereum")).load<Hardhat>("hardhat/hre");

/** A node of the OP stack, as the chain base is run on. */
export interface OpNode {
  readonly rpcUrl: string;
  readonly send: RpcRequest;
}

/** Where the chain keeps what it knows of its parent chain. */
const L1_BLOCK = "0x4200000000000000000000000000000000000015";

/**
 * The slots of its storage, as the OP stack lays them out: base fee, scalars since Ecotone (those of
 * blobs and of the base fee from byte 8 on), overhead and scalar before it, and blob base fee.
 */
const STORAGE: readonly (readonly [slot: number, value: bigint])[] = [
  [1, 30_000_000_000n],
  [3, (1_055_762n << 64n) | (2_269n << 96n)],
  [5, 188n],
  [6, 684_000n],
  [7, 1_000_000_007n],
];

/**
 * Starts a node that reckons the fees of a parent chain, until the test ends.
 *
 * @param hardfork In the words of the OP stack; the newest one if it is left out.
 */
export async function startOpNode(hardfork?: string): Promise<OpNode> {
  const rpcUrl = await startSimulatedNode({
    chainType: "op",
    chainId: 8453,
    ...(hardfork !== undefined && { hardfork }),
  });
  const send = rpcRequest(rpcUrl);
  for (const [slot, value] of STORAGE) {
    const word = `0x${encodeWord(BigInt(value))}`;
    await send("hardhat_setStorageAt", L1_BLOCK, toQuantity(slot), word);
  }
  return { rpcUrl, send };
}

/** Starts a node of Hardhat 3, until the test ends. @returns Its URL. */
export async function startSimulatedNode(network: object): Promise<string> {
  const networks = { simulated: { type: "edr-simulated", ...network } };
  const environment = await hardhat.createHardhatRuntimeEnvironment({ networks });
  const server = await environment.network.createServer("simulated", "127.0.0.1", 0);
  const { port } = await server.listen();
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${port}`;
}
