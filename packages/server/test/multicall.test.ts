import { expect, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
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

/** Number of the first token. */
const FIRST = 4_096;
const address = (at: number): Hex => `0x${(FIRST + at).toString(16).padStart(40, "0")}`;
const OWNER = address(-1);

/** Reads contracts through a provider. @param kinds Those of tokens that do more than return a balance. */
async function contractsOf(kinds: Readonly<Record<number, ContractKind>>, hasMulticall = true) {
  const state = blockBackend([]);
  const kindOf = (token: Hex) => kinds[Number(token) - FIRST] ?? "token";
  Object.assign(state, { head: 1, kindOf, hasMulticall });
  const provider = await fakeProvider(state.backend);
  const contracts = contractCalls(createRpcClient([provider.url]), BLOCK);
  /** Reads balances of as many tokens. @returns What was read of each: a balance, or why there is none. */
  const read = async (count: number) => {
    provider.reset();
    const pairs = Array.from({ length: count }, (_, at) => ({ token: address(at), owner: OWNER }));
    const balances = await contracts.balances(pairs);
    expect(balances.map(({ token, owner }) => ({ token, owner }))).toEqual(pairs);
    return balances.map(({ token, raw }) => contracts.refused.get(token)?.fault ?? raw);
  };
  /** What is to be read. */
  const expected = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const raws = { burner: "gas", reverting: 0n, token: undefined, heavy: undefined };
      return raws[kinds[at] ?? "token"] ?? madeUpBalance(address(at), OWNER);
    });
  return { contracts, expected, provider, read };
}

const every = (step: number, kind: ContractKind) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at * step, kind]));
const BURNERS = { 5: "burner", 67: "burner", 190: "burner" } as const;
const HEAVY = { 5: "heavy", 6: "heavy", 67: "heavy" } as const;

// Afterwards one for all others, one for each contract that is known to burn gas, and one with more gas for 16 of these.
test.each<[string, number, Record<number, ContractKind>, boolean, calls: number, again: number]>([
  ["of hundreds", 251, {}, true, 2, 2],
  ["of contracts that revert", 100, every(3, "reverting"), true, 1, 1],
  ["beside contracts that burn the gas of the batch", 250, BURNERS, true, 27, 7],
  ["of contracts that need more gas", 100, HEAVY, true, 3, 3],
  ["of contracts of which half burn gas", 100, every(2, "burner"), true, 187, 67],
  ["without Multicall3", 30, {}, false, 30, 30],
])("balances %s cost few calls", async (_, count, kinds, hasMulticall, calls, again) => {
  const { expected, provider, read } = await contractsOf(kinds, hasMulticall);
  expect(await read(count)).toEqual(expected(count));
  expect(provider.served).toEqual({ eth_getCode: 1, eth_call: calls });
  expect(await read(count)).toEqual(expected(count));
  expect(provider.served).toEqual({ eth_call: again });
});

test.each([
  // For its code, all calls, and then 1, 16, 16 and 2 of them.
  ["heavy", 6],
  // The first one stands for the rest.
  ["burner", 3],
] as const)("balances of one %s contract take %i requests", async (kind, requests) => {
  const { contracts, provider } = await contractsOf({ 10: kind }, false);
  const token = address(10);
  const pairs = Array.from({ length: 35 }, (_, at) => ({ token, owner: address(at) }));
  expect(await contracts.balances(pairs)).toEqual(
    pairs.map((pair) => ({
      ...pair,
      raw: kind === "heavy" ? madeUpBalance(token, pair.owner) : 0n,
    })),
  );
  expect(provider.requests).toBe(requests);
});

test.each([
  [16, 16, []],
  [17, 40, []],
  [17, 17, ["eth_call of 0x0000000000000000000000000000000000001010 at block 1: nope"]],
])(
  "a node that fails calls of %i of %i contracts is told from them",
  async (failed, all, errors) => {
    const { contracts, read, provider } = await contractsOf({}, false);
    provider.manners.outcome = ({ method, params }) => {
      const at = method === "eth_call" ? Number((params[0] as { to: Hex }).to) - FIRST : all;
      const other = at < 0 ? { result: "0x" } : undefined;
      return at >= 0 && at < failed ? { error: { code: -32603, message: "nope" } } : other;
    };
    const found = await read(all).then(
      () => [],
      (error: Error) => [error.message],
    );
    expect([found, contracts.refused.size]).toEqual([errors, errors.length > 0 ? 0 : failed]);
  },
);

test("balances are read by plain calls if the node refuses Multicall3", async () => {
  const { expected, provider, read } = await contractsOf({});
  provider.manners.outcome = ({ method, params }) =>
    method === "eth_call" && (params[0] as { to: Hex }).to === MULTICALL3
      ? { error: { code: -32603, message: "Internal error" } }
      : undefined;
  for (const calls of [35, 30]) {
    expect(await read(30)).toEqual(expected(30));
    expect(provider.served.eth_call).toBe(calls);
  }
});

test("URIs, which may need more gas, cost one eth_call for twenty", async () => {
  const { contracts, provider } = await contractsOf({});
  const nfts = Array.from({ length: 41 }, (_, at) => ({
    ...{ collection: address(0), tokenId: BigInt(at) },
  }));
  const uris = nfts.map(({ tokenId }) => `ipfs://made-up/${tokenId}`);
  expect(await contracts.uris(nfts)).toEqual(uris);
  expect(provider.served).toEqual({ eth_getCode: 1, eth_call: 3 });
});

test("properties of a token cost six calls without Multicall3, though it knows no ERC-165", async () => {
  const { contracts, provider } = await contractsOf({}, false);
  const tokens = [address(0), address(1)];
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
