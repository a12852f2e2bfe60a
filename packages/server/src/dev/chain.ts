import { toQuantity } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import { repeat } from "../turns.ts";
import { type AnvilOptions, startAnvil } from "./anvil.ts";
import { type DevContracts, deployContracts } from "./contracts.ts";
import { type RpcRequest, rpcRequest } from "./rpc.ts";

export type DevChain = Awaited<ReturnType<typeof startDevChain>>;

export interface DevChainOptions extends AnvilOptions {
  /** Transactions sent before it is ready. */
  readonly history?: number;
  /** Milliseconds between transactions; 0: only those sent by `act`. */
  readonly pauseMs?: number;
}

const HISTORY = 130;
const PAUSE_MS = 1_000;

/**
 * Starts a local chain, deploys sample tokens and sends sample traffic.
 *
 * @throws Error if the node does not start.
 * @example
 * const chain = await startDevChain();
 * console.log(chain.rpcUrl, chain.contracts.coin.address);
 * await chain.close();
 */
export async function startDevChain(options: DevChainOptions = {}) {
  const { history = HISTORY, pauseMs = PAUSE_MS, ...anvilOptions } = options;
  const anvil = await startAnvil(anvilOptions);
  try {
    const send = rpcRequest(anvil.rpcUrl);
    const accounts = await send<readonly Hex[]>("eth_accounts");
    const contracts = await deployContracts(send, accounts[0] as Hex);
    const act = devActivity(contracts, accounts);
    for (let done = 0; done < history; done += 1) {
      await act();
    }
    const acting = async () => {
      // A reorganisation may make a call fail.
      await act().catch(() => {});
      return pauseMs;
    };
    const stop = pauseMs > 0 ? repeat(acting) : async () => {};
    return {
      rpcUrl: anvil.rpcUrl,
      /** Funded accounts that the node signs for. */
      accounts,
      contracts,
      send,
      /** Sends the next transaction of the sample traffic. */
      act,
      async close(): Promise<void> {
        await stop();
        await anvil.close();
      },
    };
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

const IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>`;

/** One transaction of the sample traffic. */
type Step = (count: number) => Promise<unknown>;

/** Creates the sample traffic of a local chain, a fixed sequence of transactions. @returns Sends the next one. */
export function devActivity(
  contracts: DevContracts,
  accounts: readonly Hex[],
): () => Promise<void> {
  const { coin, dollar, rebasing, wrapped, bytes32, silent, collection, multiToken } = contracts;
  const account = (count: number) => accounts[count % accounts.length] as Hex;
  const owners = new Map<bigint, Hex>();
  const mint = (count: number, uri: string) => {
    const id = BigInt(owners.size + 1);
    owners.set(id, account(count));
    return collection.send(account(count), "mint(address,uint256,string)", [
      account(count),
      id,
      uri,
    ]);
  };
  const steps: readonly Step[] = [
    (n) => coin.send(account(n), "mint(address,uint256)", [account(n), 1_000n * 10n ** 18n]),
    (n) =>
      coin.send(account(n - 1), "transfer(address,uint256)", [account(n + 1), 5n * 10n ** 17n]),
    (n) => dollar.send(account(n), "mint(address,uint256)", [account(n), 2_500_000n]),
    (n) => mint(n, dataUri(owners.size + 1)),
    (n) => wrapped.send(account(n), "deposit()", [], 3n * 10n ** 15n),
    (n) => wrapped.send(account(n - 1), "withdraw(uint256)", [10n ** 15n]),
    (n) => rebasing.send(account(n), "mint(address,uint256)", [account(n), 10n ** 18n]),
    (n) => bytes32.send(account(n), "mint(address,uint256)", [account(n), 7_000_000n]),
    (n) => mint(n, owners.size % 2 === 0 ? "data:application/json,{broken" : ""),
    async (n) => {
      const [id, owner] = [...owners][n % owners.size] as [bigint, Hex];
      const to = account(n + 3);
      await collection.send(owner, "transferFrom(address,address,uint256)", [owner, to, id]);
      owners.set(id, to);
    },
    (n) => silent.send(account(n), "mint(address,uint256)", [account(n), 42n]),
    (n) => multiToken.send(account(n), "mint(address,uint256,uint256)", [account(n), 1n, 10n]),
    (n) => rebasing.send(account(n), "rebase(uint256)", [1n]),
  ];
  let count = 0;
  return async () => {
    const step = steps[count % steps.length] as Step;
    await step(count);
    count += 1;
  };
}

/** Metadata embedded in the URI, so that no network is needed. */
function dataUri(id: number): string {
  const image = `data:image/svg+xml;base64,${Buffer.from(IMAGE).toString("base64")}`;
  const metadata = {
    name: `Tile ${id}`,
    description: "A tile of the local chain.",
    image,
    external_url: "https://example.com/tiles",
    attributes: [{ trait_type: "number", value: id }],
  };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(metadata)).toString("base64")}`;
}

/** Native amounts in wei: none, the smallest, and ones that a JSON number cannot hold exactly. */
const AMOUNTS = [0n, 1n, 1_234_567_890_123_456_789n, 10n ** 18n + 1n, 7n * 10n ** 17n];

const LEGACY = { gasPrice: "0x174876e800" };
const FEE_MARKET = { maxFeePerGas: "0x174876e800", maxPriorityFeePerGas: "0x3b9aca00" };

/**
 * Mines one block with several native transfers, legacy and fee-market; the sample traffic has only one
 * transaction per block.
 *
 * @throws Error if the node rejects a transaction.
 */
export async function mineVariedBlock(
  request: RpcRequest,
  accounts: readonly Hex[],
): Promise<void> {
  await request("evm_setAutomine", false);
  try {
    for (const [index, amount] of AMOUNTS.entries()) {
      const from = accounts[index % accounts.length];
      // The last one goes back to its sender.
      const to = index === AMOUNTS.length - 1 ? from : accounts[(index + 1) % accounts.length];
      const price = index % 2 === 0 ? FEE_MARKET : LEGACY;
      const value = toQuantity(amount);
      await request("eth_sendTransaction", { from, to, value, gas: "0x5208", ...price });
    }
    await request("evm_mine");
  } finally {
    await request("evm_setAutomine", true);
  }
}
