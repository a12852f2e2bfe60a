import { onTestFinished } from "vitest";
import type { Hex } from "../../src/chain/records.ts";
import {
  type DevChain,
  type DevChainOptions,
  devActivity,
  startDevChain,
} from "../../src/dev/chain.ts";

/** A local chain whose contracts are deployed, and its state before the first transaction of traffic. */
interface IdleChain {
  readonly chain: DevChain;
  readonly snapshot: Hex;
}

/** Chains of this worker that no test uses at the moment. */
const idle: IdleChain[] = [];

// A worker is ended by a signal, and a node with the process that has started it, if that exits.
process.once("SIGTERM", () => process.exit());

const HISTORY = 26;

/** Methods whose effects a return to a snapshot undoes. After any other, a chain is used by no second test. */
const UNDONE =
  /^(eth_\w+|evm_(mine|snapshot|revert|setAutomine)|(anvil|hardhat)_(mine|setBalance|setCode|setStorageAt))$/;

/**
 * A quiet local chain, until the test ends. One without options but for the history is lent: starting a node and
 * deploying its contracts takes most of the time of a short test.
 */
export async function quietChain({
  history = HISTORY,
  ...options
}: DevChainOptions = {}): Promise<DevChain> {
  if (Object.keys(options).length > 0) {
    const chain = await startDevChain({ pauseMs: 0, history, ...options });
    onTestFinished(() => chain.close());
    return chain;
  }
  const { chain, snapshot } = idle.pop() ?? (await startIdle());
  let isReusable = true;
  const lent: DevChain = {
    ...chain,
    act: devActivity(chain.contracts, chain.accounts),
    send(method, ...params) {
      isReusable &&= UNDONE.test(method);
      return chain.send(method, ...params);
    },
    close() {
      isReusable = false;
      return chain.close();
    },
  };
  onTestFinished(async () => {
    if (!isReusable) {
      return chain.close();
    }
    await chain.send("evm_revert", snapshot);
    await chain.send("anvil_dropAllTransactions");
    await chain.send("evm_setAutomine", true);
    idle.push({ chain, snapshot: await chain.send("evm_snapshot") });
  });
  for (let done = 0; done < history; done += 1) {
    await lent.act();
  }
  return lent;
}

async function startIdle(): Promise<IdleChain> {
  const chain = await startDevChain({ pauseMs: 0, history: 0 });
  return { chain, snapshot: await chain.send("evm_snapshot") };
}

export const STRANGER = "0x00000000000000000000000000000000deadbeef";

/** Sends transactions of every type in the name of an account without its key. @param program Prefix of its methods. */
export async function impersonate(
  { send, accounts: [to] }: Pick<DevChain, "send" | "accounts">,
  program = "anvil",
): Promise<void> {
  await send(`${program}_setBalance`, STRANGER, "0xde0b6b3a7640000");
  await send(`${program}_impersonateAccount`, STRANGER);
  const price = { gasPrice: "0x77359400" };
  const accessList = [{ address: to, storageKeys: [] }];
  for (const fields of [{}, price, { ...price, accessList }, { accessList }]) {
    await send("eth_sendTransaction", { from: STRANGER, to, value: "0x7", ...fields });
  }
  await send("eth_sendTransaction", { from: STRANGER, data: "0x00" });
}
