import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { refresh, sweep } from "../src/balances/refresh.ts";
import { encodeWord } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import { createRpcClient, type RpcClient } from "../src/source/json-rpc.ts";
import type { ChainWriter, PairPosition } from "../src/store/chain-writer.ts";
import { emptyStore } from "./support/engines.ts";
import { random, takeBlocks } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { compileContract, type TestContract } from "./support/solidity.ts";
import { temporaryFolder } from "./support/support.ts";
import { seeds, times } from "./support/thorough.ts";

const [OWNERS, TOKENS] = [8, 10];

/** Creates tokens, and changes balances of owners at random. */
const deployBank = compileContract(
  `contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    mapping(address => uint256) public balanceOf;
    function set(address owner, uint256 value) external {
      balanceOf[owner] = value;
      emit Transfer(address(0), owner, value);
    }
  }
  contract Bank {
    Token[${TOKENS}] public tokens;
    constructor() {
      for (uint256 i = 0; i < ${TOKENS}; i++) tokens[i] = new Token();
    }
    function stir(uint256 seed, uint256 count) external {
      for (uint256 i = 0; i < count; i++) {
        uint256 chance = uint256(keccak256(abi.encode(seed, i)));
        address owner = address(uint160(0xa000 + (chance >> 32) % ${OWNERS}));
        // No amount looks like the address of a wallet, whose balance would be read too.
        uint256 value = (chance >> 64) % 8 == 0 ? 0 : chance >> 192;
        tokens[chance % ${TOKENS}].set(owner, value);
      }
    }
  }`,
  "Bank",
);

const owners = Array.from(
  { length: OWNERS },
  (_, at): Hex => `0x${(0xa000 + at).toString(16).padStart(40, "0")}`,
);
const word = (value: bigint | number) => encodeWord(BigInt(value));

/**
 * A client that keeps the last answer of each ask back until it is let go. A local node that mines
 * at the same time would answer as of one block or the next.
 */
function slowClient(rpc: RpcClient) {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const client: RpcClient = {
    ...rpc,
    async call<Value>(method: string, ...params: readonly unknown[]) {
      const value = await rpc.call<Value>(method, ...params);
      answered.resolve();
      await released.promise;
      return value;
    },
  };
  return { client, answered: answered.promise, release: released.resolve };
}

/** Page of each owner as of a block, from its contracts. */
async function pagesAt(rpc: RpcClient, bank: TestContract, blockHash: Hex) {
  const call = async (calls: readonly { to: Hex; data: string }[]) => {
    const batch = calls.map((each) => ({ method: "eth_call", params: [each, { blockHash }] }));
    return (await rpc.batch(batch)).map((result) => (result.ok ? String(result.value) : "0x"));
  };
  const slots = Array.from({ length: TOKENS }, (_, at) => ({
    to: bank.address,
    data: `0x4f64b2be${word(at)}`,
  }));
  const tokens = (await call(slots))
    .filter((answer) => answer !== "0x" && BigInt(answer) > 0n)
    .map((answer): Hex => `0x${answer.slice(-40)}`)
    .sort();
  const pairs = owners.flatMap((owner) => tokens.map((token) => ({ owner, token })));
  const raws = await call(
    pairs.map(({ owner, token }) => ({ to: token, data: `0x70a08231${word(BigInt(owner))}` })),
  );
  const pages = new Map<Hex, string[]>(owners.map((owner) => [owner, []]));
  for (const [at, { owner, token }] of pairs.entries()) {
    const raw = BigInt(raws[at] ?? "0x");
    if (raw > 0n) {
      pages.get(owner)?.push(`${token} ${raw}`);
    }
  }
  return new Map([...pages].map(([owner, page]) => [owner, page.join()]));
}

const pagesOf = (store: ChainWriter) =>
  Promise.all(owners.map((owner) => store.listErc20Balances(owner, undefined, undefined, 1_000)));

test.each(seeds(1, 6))(
  "whatever happens, each page of balances is as of one block (seed %i)",
  async (seed) => {
    const pick = random(seed);
    const chain = await quietChain({ history: 0 });
    const bank = await deployBank(chain.send);
    const rpc = createRpcClient([chain.rpcUrl]);
    const file = join(temporaryFolder(), "chain.sqlite");
    const store = await emptyStore(file);
    const worker = new Worker(new URL("./support/pages-child.ts", import.meta.url), {
      workerData: { file, owners },
    });

    /** Pages by owner, of all blocks that there ever were. */
    const truth = new Map<Hex, Set<string>>(owners.map((owner) => [owner, new Set([""])]));
    const learn = async (depth: number) => {
      const head = Number(await chain.send<Hex>("eth_blockNumber"));
      for (let number = head; number > Math.max(0, head - depth); number -= 1) {
        const name = `0x${number.toString(16)}`;
        const { hash } = await chain.send<{ hash: Hex }>("eth_getBlockByNumber", name, false);
        for (const [owner, page] of await pagesAt(rpc, bank, hash)) {
          truth.get(owner)?.add(page);
        }
      }
    };
    const change = async () => {
      const head = Number(await chain.send<Hex>("eth_blockNumber"));
      const depth = 1 + pick(5);
      // The bank itself must remain.
      const kind = head - depth > 12 ? pick(6) : -1;
      if (kind === 0) {
        await chain.send("anvil_reorg", depth, []);
      }
      if (kind === 1) {
        await chain.send("anvil_rollback", depth);
      }
      // A chain does not become shorter.
      for (let count = kind === 1 ? depth + 1 : 1; count > 0; count -= 1) {
        await bank.send("stir(uint256,uint256)", BigInt(pick(2 ** 30)), 14n);
      }
      await learn(depth + 1);
    };
    let sweptTo: PairPosition | undefined;
    const send = async (client: RpcClient) => {
      if (pick(4) === 0) {
        sweptTo = (await sweep(store, client, sweptTo, { pairs: 9, ofOwner: 1_000 })).next;
      } else {
        await refresh(store, client, { limit: { pairs: 4, ofOwner: 1_000 } });
      }
    };

    for (let round = 0; round < times(14, 45); round += 1) {
      const slow = slowClient(rpc);
      // Results of a block must be discarded once it is no longer the latest.
      const asking = pick(2) === 0 ? send(slow.client) : undefined;
      await Promise.race([asking, slow.answered]);
      await change();
      await takeBlocks(store, rpc);
      slow.release();
      await asking;
      for (let count = pick(4); count > 0; count -= 1) {
        await send(rpc);
      }
    }
    while (await refresh(store, rpc, { limit: { pairs: 4, ofOwner: 1_000 } })) {}
    const answered = once(worker, "message");
    worker.postMessage("stop");
    const [seen] = (await answered) as [Map<Hex, Set<string>>];

    let count = 0;
    for (const [owner, pages] of seen) {
      const known = truth.get(owner);
      expect([...pages].filter((page) => !known?.has(page))).toEqual([]);
      count += pages.size;
    }
    // Otherwise no page was read during a change.
    expect(count).toBeGreaterThan(OWNERS * 4);

    const fresh = await emptyStore();
    await takeBlocks(fresh, rpc);
    while (await refresh(fresh, rpc)) {}
    expect(await pagesOf(store)).toEqual(await pagesOf(fresh));
    const { hash } = (await store.tip()) ?? {};
    const expected = [...(await pagesAt(rpc, bank, hash ?? "0x")).values()];
    const kept = (await pagesOf(store)).map((page) =>
      page.map((row) => `${row.contract} ${row.raw}`),
    );
    expect(kept.map(String)).toEqual(expected);
  },
);
