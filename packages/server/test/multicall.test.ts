import { describe, expect, test } from "vitest";
import { type Hex, ZERO_ADDRESS } from "../src/chain/records.ts";
import { MULTICALL3 } from "../src/source/aggregate.ts";
import { contractCalls } from "../src/source/contract-calls.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { latestBlock } from "./support/ingest.ts";
import { deployOdd } from "./support/odd-contract.ts";
import {
  blockBackend,
  type ContractKind,
  fakeProvider,
  madeUpBalance,
  nodeBackend,
} from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { compileContract } from "./support/solidity.ts";

const BLOCK = { number: 1, hash: `0x${"11".repeat(32)}` } as const;

const NFT = { collection: `0x${"c0".repeat(20)}` } as const;

const address = (number: number): Hex => `0x${(number + 4096).toString(16).padStart(40, "0")}`;

/** Reads balances of as many tokens through a provider. */
async function readBalances(
  count: number,
  kindOf: (token: Hex) => ContractKind = () => "token",
  hasMulticall = true,
) {
  const state = blockBackend([]);
  Object.assign(state, { head: 1, kindOf, hasMulticall });
  const provider = await fakeProvider(state.backend);
  const contracts = contractCalls(createRpcClient([provider.url]), BLOCK);
  const owner = address(1);
  const pairs = Array.from({ length: count }, (_, at) => ({ token: address(at + 10), owner }));
  const read = async () => {
    const balances = await contracts.balances(pairs);
    return balances.filter(({ token }) => !contracts.refused.has(token));
  };
  const expected = pairs
    .filter(({ token }) => kindOf(token) !== "burner")
    .map(({ token }) => ({
      token,
      owner,
      raw: kindOf(token) === "reverting" ? 0n : madeUpBalance(token, owner),
    }));
  return { read, expected, provider, contracts };
}

describe("balances through Multicall3", () => {
  test("cost one eth_call for hundreds", async () => {
    const { read, expected, provider } = await readBalances(250);
    expect(await read()).toEqual(expected);
    expect(provider.served).toEqual({ eth_getCode: 1, eth_call: 1 });
  });

  test("are zero for contracts that revert, at no further cost", async () => {
    const { read, expected, provider } = await readBalances(100, (token) =>
      Number(token) % 3 === 0 ? "reverting" : "token",
    );
    expect(await read()).toEqual(expected);
    expect(provider.served.eth_call).toBe(1);
  });

  test("are read despite contracts that burn the gas of the batch", async () => {
    const burners = new Set([address(15), address(77), address(200)]);
    const { read, expected, provider } = await readBalances(250, (token) =>
      burners.has(token) ? "burner" : "token",
    );
    expect(await read()).toEqual(expected);
    expect(provider.served.eth_call).toBeLessThan(60);
    provider.reset();
    expect(await read()).toEqual(expected);
    // One for all others, two for each contract that is known to burn gas.
    expect(provider.served).toEqual({ eth_call: 1 + 2 * burners.size });
  });

  test("are read from contracts that need more gas than others", async () => {
    const heavy = new Set([address(15), address(16), address(77)]);
    const { read, expected, provider } = await readBalances(100, (token) =>
      heavy.has(token) ? "heavy" : "token",
    );
    expect(await read()).toEqual(expected);
    expect(provider.served.eth_call).toBeLessThan(60);
  });

  test("are not waited for because many contracts burn gas", async () => {
    const { read, expected, provider } = await readBalances(100, (token) =>
      Number(token) % 2 === 0 ? "burner" : "token",
    );
    let heavy = 0;
    provider.manners.outcome = ({ method, params }) => {
      heavy += method === "eth_call" && Number((params[0] as { gas: Hex }).gas) === 5e7 ? 1 : 0;
      return undefined;
    };
    expect(await read()).toEqual(expected);
    expect(heavy).toBe(16);
  });

  test("are read with few requests where one contract needs more gas than others", async () => {
    const { contracts, provider } = await readBalances(0, () => "heavy", false);
    const token = address(10);
    const pairs = Array.from({ length: 40 }, (_, at) => ({ token, owner: address(at) }));
    expect(await contracts.balances(pairs)).toEqual(
      pairs.map((pair) => ({ ...pair, raw: madeUpBalance(token, pair.owner) })),
    );
    // For its code, all calls, and then 1, 16, 16 and 7 of them.
    expect(provider.requests).toBe(6);
  });

  test.each([
    [16, 16, []],
    [17, 40, []],
    [17, 17, ["eth_call of 0x000000000000000000000000000000000000101a at block 1: nope"]],
  ])("are not those of the contracts if the node fails %i of %i", async (failed, all, errors) => {
    const { contracts, read, provider } = await readBalances(all, undefined, false);
    provider.manners.outcome = ({ method, params }) => {
      const to = method === "eth_call" ? (params[0] as { to: Hex }).to : undefined;
      const isFailing =
        to && Number(to) >= Number(address(10)) && Number(to) < Number(address(10 + failed));
      return isFailing
        ? { error: { code: -32603, message: "nope" } }
        : to === ZERO_ADDRESS
          ? { result: "0x" }
          : undefined;
    };
    expect(
      await read().then(
        () => [],
        (error: Error) => [error.message],
      ),
    ).toEqual(errors);
    expect(contracts.refused.size).toBe(errors.length > 0 ? 0 : failed);
  });

  test("are read by plain calls where it is not deployed", async () => {
    const { read, expected, provider } = await readBalances(30, undefined, false);
    expect(await read()).toEqual(expected);
    expect(provider.served).toEqual({ eth_getCode: 1, eth_call: 30 });
  });

  test("are read by plain calls if the node refuses it", async () => {
    const { read, expected, provider } = await readBalances(30);
    provider.manners.outcome = ({ method, params }) =>
      method === "eth_call" && (params[0] as { to: Hex }).to === MULTICALL3
        ? { error: { code: -32603, message: "Internal error" } }
        : undefined;
    expect(await read()).toEqual(expected);
    expect(provider.served.eth_call).toBeLessThan(30 + 6);
    provider.reset();
    expect(await read()).toEqual(expected);
    expect(provider.served.eth_call).toBe(30);
  });
});

test("URIs, which may need more gas, cost one eth_call for twenty", async () => {
  const { contracts, provider } = await readBalances(0);
  const nfts = Array.from({ length: 40 }, (_, at) => ({ ...NFT, tokenId: BigInt(at) }));
  const uris = nfts.map(({ tokenId }) => `ipfs://made-up/${tokenId}`);
  expect(await contracts.uris(nfts)).toEqual(uris);
  expect(provider.served).toEqual({ eth_getCode: 1, eth_call: 2 });
});

test("properties of a token cost six calls without Multicall3, though it knows no ERC-165", async () => {
  const { contracts, provider } = await readBalances(0, undefined, false);
  const tokens = [address(10), address(11)];
  const facts = { name: "Token", symbol: "Token", decimals: 18, standard: null };
  expect(await contracts.tokens(tokens)).toEqual(
    tokens.map((each) => ({ address: each, ...facts })),
  );
  expect(provider.served.eth_call).toBe(12);
});

/** The function that is used of Multicall3, with the same encoding. */
const SOURCE = `
contract Multicall {
  struct Call3 { address target; bool allowFailure; bytes callData; }
  struct Result { bool success; bytes returnData; }
  function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 i = 0; i < calls.length; i++) {
      (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
      require(results[i].success || calls[i].allowFailure, "call failed");
    }
  }
}`;

test("on a real node odd contracts have the same balances through Multicall3 as by plain calls", async () => {
  const chain = await quietChain({ history: 0 });
  const owner = chain.accounts[0] as Hex;
  const tokens: Hex[] = [];
  for (let kind = 0n; kind <= 10n; kind += 1n) {
    tokens.push((await deployOdd(chain.send, kind)).address);
  }
  const deployed = await compileContract(SOURCE, "Multicall")(chain.send);
  const pairs = tokens.map((token) => ({ token, owner }));
  const plain = contractCalls(createRpcClient([chain.rpcUrl]), await latestBlock(chain.send));
  const [balances, facts] = [await plain.balances(pairs), await plain.tokens(tokens)];

  const code = await chain.send("eth_getCode", deployed.address, "latest");
  await chain.send("anvil_setCode", MULTICALL3, code);
  await chain.send("evm_mine");
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const batched = contractCalls(createRpcClient([provider.url]), await latestBlock(chain.send));
  expect(await batched.balances(pairs)).toEqual(balances);
  expect(await batched.tokens(tokens)).toEqual(facts);
  expect(balances.filter(({ raw }) => raw > 0n).length).toBeGreaterThan(3);
  expect(provider.served.eth_call).toBeLessThan(100);
});
