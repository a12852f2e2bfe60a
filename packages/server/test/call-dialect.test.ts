import { expect, test } from "vitest";
import { contractCalls } from "../src/source/contract-calls.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { latestBlock } from "./support/ingest.ts";
import { type Changes, failingCalls, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

/** The NFT of a chain, whose URI is asked for through a node that refuses some forms of `eth_call`. */
async function uriThrough(changes: Changes) {
  const chain = await quietChain({ history: 26 });
  const { collection } = chain.contracts;
  const rpc = createRpcClient([await faultyNode(chain.rpcUrl, changes)]);
  const contracts = contractCalls(rpc, await latestBlock(chain.send));
  const nft = { collection: collection.address, tokenId: 1n };
  return async () => (await contracts.uris([nft]))[0];
}

/** An error that says nothing of the reason. */
const NOPE = { code: -32000, message: "nope" };
/** Knows no block by its hash. @param gases Receives the gas of calls that are accepted. */
const knowsNumbers = (gases: number[] = []) =>
  failingCalls(({ gas }, block) => {
    const isNumber = typeof block === "string";
    gases.push(...(isNumber ? [Number(gas)] : []));
    return isNumber ? undefined : NOPE;
  });

test.each([
  ["named", "the cap is 16777216"],
  ["not named", "nope"],
])(
  "a limit of gas that is %s is learned, and not taken for the contract's answer",
  async (_, message) => {
    const refused: number[] = [];
    const changes = failingCalls(({ gas }) => {
      if (Number(gas) <= 16_777_216) {
        return undefined;
      }
      refused.push(Number(gas));
      return { code: -32000, message };
    });
    const uri = await uriThrough(changes);
    expect(await uri()).toMatch(/^data:application\/json/);
    const before = refused.length;
    expect(await uri()).toMatch(/^data:application\/json/);
    expect(before).toBeGreaterThan(0);
    expect(refused).toHaveLength(before);
  },
);

test("blocks are named by their number where a node does not know hashes, with no less gas", async () => {
  const gases: number[] = [];
  const uri = await uriThrough(knowsNumbers(gases));
  expect(await uri()).toMatch(/^data:application\/json/);
  expect(gases.at(-1)).toBe(30_000_000);
});

test("a block that is replaced while it is named by its number has no results", async () => {
  let asked = 0;
  const uri = await uriThrough({
    ...knowsNumbers(),
    result({ method }, value) {
      asked += method === "eth_getBlockByNumber" ? 1 : 0;
      return method === "eth_getBlockByNumber" && asked === 2
        ? { ...value, hash: `0x${"7".repeat(64)}` }
        : value;
    },
  });
  await expect(uri()).rejects.toThrow(/was replaced while contracts were called/);
});
