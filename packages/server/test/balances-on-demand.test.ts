import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { balancesOnDemand } from "../src/handlers/balances-on-demand.ts";
import { type OpenChain, openChain } from "../src/service/chains.ts";
import { startService } from "../src/service/start.ts";
import { openStorage, type Storage } from "../src/service/storage.ts";
import type { PairState } from "../src/store/chain-reader.ts";
import { balanceOn, until } from "./support/ingest.ts";
import { createDatabase } from "./support/postgres/database.ts";
import { fakeProvider, nodeBackend, type Provider } from "./support/provider.ts";
import { SETTINGS, temporaryFolder } from "./support/support.ts";
import { sampled } from "./support/thorough.ts";

const STORAGES: Readonly<Record<string, () => Promise<Storage>>> = {
  SQLite: async () => openStorage({ kind: "folder", path: join(temporaryFolder(), "data") }),
  PostgreSQL: async () => {
    const { url } = await createDatabase();
    return openStorage({ kind: "database", url, chainUrls: new Map(), pool: 4 });
  },
};

let chain: DevChain;
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0, history: 26 });
});
afterAll(() => chain.close());

/** The balance that the contract returns. */
const balanceOf = async (token: Hex, owner: Hex) =>
  String(await balanceOn(chain.send, token, owner));

/** A service that follows the chain from its head on, so that no balance is known. */
async function serve(storage: Storage, provider: Provider | undefined, perMinute: number) {
  const served = (await openChain(storage, "ethereum", {
    urls: provider ? [provider.url] : [],
    // A requested balance does not wait for the next poll, unless another process requests it.
    pollMs: storage.migrate ? 1_000 : 10_000,
    sweepPairs: 0,
    fetchMetadata: false,
    from: undefined,
  })) as OpenChain;
  const settings = { ...SETTINGS, trustProxy: ["loopback"], balancesOnDemand: perMinute };
  const service = await startService(settings, storage, [served]);
  onTestFinished(() => service.stop());
  await until("it has a block", async () => (await served.reader.tip()) !== undefined);
  await until("it is settled", service.isSettled);
  const get = async (owner: Hex, token?: Hex, from = "192.0.2.1") => {
    const query = token ? `?contract-address=${token}` : "";
    const url = `${service.url}/ethereum/v1/address/${owner}/balance/erc20${query}`;
    const response = await fetch(url, { headers: { "x-forwarded-for": from } });
    // biome-ignore lint/suspicious/noExplicitAny: a page or a problem.
    const body: any = await response.json();
    return {
      status: response.status,
      type: body.type,
      retryAfter: Number(response.headers.get("retry-after")),
      balances: body.erc20TokenBalances?.map(
        (each: { raw_balance: string; contract: { address: Hex } }) =>
          [each.contract.address, each.raw_balance] as const,
      ),
    };
  };
  return { get };
}

// Each night also with PostgreSQL, where the follower of another process reads what is asked for: roles.full.test.ts.
describe.each(sampled(Object.entries(STORAGES), 2))("with %s", (_, open) => {
  test("an unknown balance is read once when it is requested, and kept", async () => {
    const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
    const storage = await open();
    const { get } = await serve(storage, provider, 30);
    const token = chain.contracts.dollar.address;
    const amounts = await Promise.all(chain.accounts.map((each) => balanceOf(token, each)));
    const [owner = "0x", other = "0x"] = chain.accounts.filter((_, at) => amounts[at] !== "0");
    expect((await get(owner)).balances).toEqual([]);
    provider.reset();
    const expected = [[token, await balanceOf(token, owner)]];
    expect((await get(owner, token)).balances).toEqual(expected);
    // By plain calls, including those for name, symbol, decimals and standards of the token.
    expect(provider.served.eth_call).toBeLessThanOrEqual(7);
    provider.reset();
    expect((await get(owner, token)).balances).toEqual(expected);
    expect((await get(owner)).balances).toEqual(expected);
    expect(provider.served.eth_call).toBeUndefined();

    // A balance of zero is known, too.
    const nobody: Hex = `0x${"7".repeat(40)}`;
    expect((await get(nobody, token)).balances).toEqual([[token, "0"]]);

    // One caller has a tenth of the budget, and does not use that of others.
    expect((await get(other, token)).status).toBe(200);
    const refused = await get(other, chain.contracts.wrapped.address);
    expect(refused).toMatchObject({ status: 429, type: "/problems/rate-limited" });
    expect(refused.retryAfter).toBeGreaterThan(0);
    const elsewhere = await get(other, chain.contracts.wrapped.address, "192.0.2.2");
    expect(elsewhere.status).toBe(200);

    // It is kept up to date; the next unknown balance makes the service look for blocks, too.
    for (let sent = 0; sent < 12; sent += 1) {
      await chain.act();
    }
    const { coin } = chain.contracts;
    const all = [[coin.address, await balanceOf(coin.address, owner)]];
    expect((await get(owner, coin.address, "192.0.2.3")).balances).toEqual(all);
    if (storage.migrate) {
      // Another process, which follows nothing, has the follower read it.
      const { get: getElsewhere } = await serve(storage, undefined, 30);
      const { rebasing } = chain.contracts;
      const read = async () => (await getElsewhere(owner, rebasing.address)).balances;
      await until("it is read with the next block", async () => {
        await chain.act();
        // Empty as long as the other process has not said that it follows the chain.
        return (await read())?.length === 1;
      });
      expect(await read()).toEqual([[rebasing.address, expect.any(String)]]);
    }
    await until("the balance is that of the tip", async () => {
      const [[, raw] = []] = (await get(owner, token)).balances;
      return raw === (await balanceOf(token, owner));
    });
  });
});

describe("the budget", () => {
  const owner: Hex = `0x${"1".repeat(40)}`;
  const token: Hex = `0x${"2".repeat(40)}`;
  const walletOf = (number: number): Hex => `0x${String(number).padStart(40, "0")}`;

  /** On-demand reading of pairs that are stored as soon as they are added, at a clock that stands. */
  function withBudget(
    perMinute: number,
    {
      state,
      ...parts
    }: Partial<Parameters<typeof balancesOnDemand>[0]> & { state?: PairState } = {},
  ) {
    const clock = { ms: 1_000 };
    const stored = new Set<string>();
    const added: string[] = [];
    const reader = {
      pairState: async (...pair: Hex[]) =>
        state ?? (stored.has(pair.join()) ? "stored" : "unknown"),
    };
    const { discover, load } = balancesOnDemand({
      perMinute,
      readers: new Map(["ethereum", "base"].map((name) => [name, reader])),
      isFollowed: async (name) => name === "ethereum",
      async add(_, { pairs = [], wallets }) {
        added.push(...(wallets?.names ?? []), ...pairs.map((pair) => pair.owner));
        for (const pair of pairs) {
          stored.add([pair.owner, pair.token].join());
        }
      },
      discovered: ["ethereum"],
      waitMs: 0,
      now: () => clock.ms,
      ...parts,
    });
    let count = 0;
    /** Returns the status of a request, by default for a pair that is unknown. */
    const statusOf = (caller: string, wallet: Hex = walletOf(count++), chain = "ethereum") =>
      load(chain, { owner: wallet, token }, caller).then(
        () => 200,
        ({ status }) => status as number,
      );
    /** Counts the statuses of requests at once, of one caller or of many. */
    const countOf = async (length: number, caller?: string) => {
      const all = Array.from({ length }, (_, at) => statusOf(caller ?? `token ${at}`));
      return Object.groupBy(await Promise.all(all), String);
    };
    const served = async (...request: Parameters<typeof countOf>) =>
      (await countOf(...request))[200]?.length ?? 0;
    return { clock, statusOf, served, discover, load, added };
  }

  test("is used up by no caller alone, and comes back with time, a tenth of it for each", async () => {
    const { served, clock } = withBudget(60);
    expect(await served(100, "address 192.0.2.1")).toBe(6);
    expect(await served(60)).toBe(54);
    clock.ms += 30_000;
    expect([await served(20, "address 192.0.2.1"), await served(40)]).toEqual([3, 27]);
  });

  test("is that of wallets to discover as well, which wait for the next request", async () => {
    const { discover, statusOf, added, clock } = withBudget(40);
    const wallets = Array.from({ length: 10 }, (_, at) => walletOf(at));
    for (const wallet of [...wallets, ...wallets]) {
      discover("ethereum", wallet, 7, "address 192.0.2.1");
    }
    expect(await statusOf("address 192.0.2.1")).toBe(429);
    discover("ethereum", owner, 7, "address 192.0.2.2");
    discover("base", owner, 7, "address 192.0.2.2");
    await expect.poll(() => added).toEqual([...wallets.slice(0, 4), owner]);
    // One that was lost is queued again.
    clock.ms += 599_000;
    discover("ethereum", owner, 7, "address 192.0.2.2");
    clock.ms += 1_001;
    discover("ethereum", owner, 7, "address 192.0.2.2");
    await expect.poll(() => added.slice(5)).toEqual([owner]);
  });

  test("is used again for a wallet that could not be queued", async () => {
    const asked: string[] = [];
    const { discover } = withBudget(40, {
      add: async (chain) => {
        asked.push(chain);
        throw new Error("the database is away");
      },
    });
    for (const count of [1, 2]) {
      discover("ethereum", owner, 7, "a");
      await expect.poll(() => asked.length).toBe(count);
    }
  });

  test("of a caller is not used by requests that all callers together may not make", async () => {
    const { clock, statusOf, served } = withBudget(10);
    expect(await served(10)).toBe(10);
    expect([await statusOf("late"), await statusOf("late")]).toEqual([429, 429]);
    clock.ms += 6_000;
    expect([await statusOf("late"), await statusOf("late")]).toEqual([200, 429]);
  });

  test("is used once by requests for a pair that is slow to be added", async () => {
    const { clock, statusOf, added } = withBudget(10, { state: "unknown" });
    const statuses = [await statusOf("a", owner), await statusOf("a", owner)];
    expect([statuses, added]).toEqual([[503, 503], [owner]]);
    // One that was lost is added again.
    clock.ms += 30_000;
    expect([await statusOf("b", owner), added]).toEqual([503, [owner]]);
    clock.ms += 1;
    expect([await statusOf("b", owner), added]).toEqual([503, [owner, owner]]);
  });

  test("is not used by known or pending pairs, or chains that are not followed", async () => {
    const of = (state: PairState) => withBudget(10, { state });
    for (const [{ statusOf, added }, chain, status] of [
      [of("stored"), "ethereum", 200],
      [of("unknown"), "base", 200],
      [of("unknown"), "bsc", 200],
      [of("pending"), "ethereum", 503],
    ] as const) {
      expect([await statusOf("a", owner, chain), await statusOf("a", owner, chain)]).toEqual([
        status,
        status,
      ]);
      expect(added).toEqual([]);
    }
    await expect(of("pending").load("ethereum", { owner, token }, "a")).rejects.toMatchObject({
      message: "The balance is not read yet. Retry in 2 seconds.",
      problem: "balance-pending",
      headers: { "retry-after": "2" },
    });
  });

  test("is used once by requests for one pair, and no caller is refused for another", async () => {
    const { statusOf, added } = withBudget(100);
    const callers = Array.from({ length: 20 }, (_, at) => `address 192.0.2.${at % 3}`);
    const statuses = await Promise.all(callers.map((caller) => statusOf(caller, owner)));
    expect([statuses, added]).toEqual([Array(20).fill(200), [owner]]);
    const narrow = withBudget(10);
    expect(await narrow.statusOf("greedy")).toBe(200);
    const together = ["greedy", "other"].map((caller) => narrow.statusOf(caller, owner));
    expect(await Promise.all(together)).toEqual([429, 200]);
  });

  test("of requests that wait is bounded", async () => {
    const { load } = withBudget(1_000, { state: "pending" });
    const refusals = Array.from({ length: 300 }, (_, number) =>
      load("ethereum", { owner: walletOf(number), token }, "a").catch(({ message }) => message),
    );
    const reasons = Object.entries(Object.groupBy(await Promise.all(refusals), String));
    expect(reasons.map(([reason, all]) => [reason, all?.length]).sort()).toEqual([
      ["The balance is not read yet. Retry in 2 seconds.", 100],
      ["Too many balances are being read. Retry in 2 seconds.", 200],
    ]);
  });
});
