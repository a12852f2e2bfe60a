import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { readChain } from "../src/indexers/indexer.ts";
import { busyChain } from "../src/service/busy-chain.ts";
import { distantNode } from "../src/service/distant-node.ts";
import { limitedProvider } from "../src/service/limited-provider.ts";
import { addWallet } from "../src/service/made-up-chain.ts";
import { FIRST_READS } from "../src/service/measures/reads.ts";
import { startNode } from "../src/service/node.ts";
import { actionOf } from "../src/service/traffic.ts";

it("what is made up is the same in all versions, whose figures are compared", async () => {
  const made: unknown[] = FIRST_READS.map(({ pathOf, ...each }) => [each, pathOf(25)]);
  const note = async (...args: unknown[]) => made.push(args) > 0;
  await addWallet({ addBlocks: note, settle: note as never }, 2);
  const contracts = { token: "0x01", collection: "0x02" } as const;
  made.push(Array.from({ length: 12 }, (_, at) => actionOf(at, "0x03", contracts)));
  const block = { number: "0x1f", transactions: ["0xa", "0xb"] };
  const call = async (...args: unknown[]) => (await note(args)) && block;
  const { pathOf } = await busyChain({ contracts, mine: note, call } as never);
  made.push(Array.from({ length: 30 }, (_, at) => pathOf(at)));
  const text = JSON.stringify(made, (_, each) => (typeof each === "bigint" ? `${each}` : each));
  expect(createHash("sha256").update(text).digest("hex")).toMatch(/^fa225e5b179198f0/);
});

it("a local node mines transactions of each kind, and goes on after a reorganisation", async () => {
  const node = await startNode();
  try {
    await node.mine(2, 12);
    const chain = await readChain({ filledNode: async () => ({ ...node, blocks: 3 }) } as never);
    const { transactions, senders, holders, ...rest } = chain;
    expect([transactions, senders, holders].map(({ length }) => length)).toEqual([26, 10, 16]);
    expect(rest).toEqual({ url: node.url, ...node.contracts, tip: 3, transfers: 10 });
    await node.call("anvil_reorg", 2, []);
    await node.resume();
    await node.mine(1, 12);
  } finally {
    await node.stop();
  }
});

it("a distant node takes its time for a batch, and a provider limits calls to it", async () => {
  const node = await distantNode([{ block: { number: "0x7" }, receipts: ["r"] }] as never, 40);
  const provider = await limitedProvider(node.url, "limited");
  const ask = async (url: string, length: number) => {
    const methods = ["eth_chainId", "eth_blockNumber", "eth_getBlockReceipts", "eth_getLogs"];
    const calls = methods.map((method, at) => ({ id: at, method, params: at < 2 ? [] : ["0x7"] }));
    const body = JSON.stringify(Array.from({ length }, (_, at) => calls[at % 4]));
    const response = await fetch(url, { method: "POST", body });
    return (await response.text()).replaceAll('"jsonrpc":"2.0",', "");
  };
  const from = performance.now();
  expect(await ask(node.url, 4)).toBe(
    '[{"id":0,"result":"0x1"},{"id":1,"result":"0x7"},{"id":2,"result":["r"]},{"id":3,"result":null}]',
  );
  expect(performance.now() - from).toBeGreaterThan(39);
  await ask(provider.url, 100);
  await ask(provider.url, 101);
  expect(provider.counts()).toEqual({ refused: 101, served: 100 });
  provider.stop();
  await node.close();
});
