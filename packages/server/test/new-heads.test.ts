import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { refresh } from "../src/balances/refresh.ts";
import type { BlockName, Hex } from "../src/chain/records.ts";
import { catchUp } from "../src/ingest/add-blocks.ts";
import { blocksAhead } from "../src/ingest/fetch-blocks.ts";
import { createPace } from "../src/ingest/pace.ts";
import { storedChain } from "../src/ingest/stored-chain.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { subscribeNewHeads } from "../src/source/new-heads.ts";
import { nodeSource } from "../src/source/node.ts";
import { emptyStore } from "./support/engines.ts";
import { caughtUp, followNodes, until } from "./support/ingest.ts";
import { startRelay } from "./support/postgres/relay.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";

/** Of the WebSocket protocol (RFC 6455). */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

test("serves announced heads at once, and does not poll meanwhile", async () => {
  const chain = await quietChain({ history: 2 });
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const store = await emptyStore();
  followNodes(store, [provider.url], { pollMs: 20 }, chain.rpcUrl.replace("http", "ws"));
  await caughtUp(store, chain);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await chain.act();
  await caughtUp(store, chain);
  provider.reset();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  // By polling there would be up to fifty, and the next block would be seen after ten seconds.
  const startedAt = performance.now();
  await chain.act();
  await caughtUp(store, chain);
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(provider.served.eth_blockNumber ?? 0).toBeLessThan(8);
});

test("adds a block of known contracts with one call of the store, and reads its balances with a few", async () => {
  const chain = await quietChain({ history: 2 });
  const calls: string[] = [];
  const store = new Proxy(await emptyStore(), {
    get(target, name) {
      calls.push(String(name));
      return Reflect.get(target, name);
    },
  });
  const rpc = createRpcClient([chain.rpcUrl]);
  const [blocks, source] = [storedChain(store), nodeSource(rpc)];
  const options = { from: 0, verification: "ethereum", emit() {} } as const;
  const step = async () =>
    catchUp(blocks, blocksAhead(source), await source.head(), options, AbortSignal.timeout(60_000));
  await step();
  while (await refresh(store, rpc)) {}
  const callsOf = async (act: () => Promise<unknown>) => {
    await act();
    calls.length = 0;
    await step();
    return [...calls];
  };
  // The next contract of the traffic is a new one: what it is costs another call, until that is known.
  expect(await callsOf(chain.act)).toEqual(["listKinds", "addBlocks"]);
  calls.length = 0;
  expect(await refresh(store, rpc)).toBe(false);
  expect(calls).toEqual([
    ...["tip", "listRetries", "listNftsWithoutUri", "listPending", "listDueTokens"],
    ...["unknownTokens", "listKinds", "listSamples", "settle"],
  ]);
  const [owner] = chain.accounts as [Hex];
  const mint = () =>
    chain.contracts.dollar.send(owner, "mint(address,uint256)", [owner, 1_000_000n]);
  expect(await callsOf(mint)).toEqual(["listKinds", "addBlocks"]);
  expect(await callsOf(mint)).toEqual(["addBlocks"]);
  // The block is added again, and may be of another chain, in which contracts are others.
  await blocks.rollbackTo(await blocks.parentOf((await blocks.tip()) as BlockName));
  expect(await callsOf(async () => {})).toEqual(["listKinds", "addBlocks"]);
});

test("catches up and reconnects after the connection is lost", async () => {
  const chain = await quietChain({ history: 2 });
  const relay = await startRelay(Number(new URL(chain.rpcUrl).port));
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const store = await emptyStore();
  let heads = 0;
  const subscription = subscribeNewHeads({ url: `ws://127.0.0.1:${relay.port}` }, () => {
    heads += 1;
  });
  onTestFinished(() => subscription.close());
  const follower = followNodes(
    store,
    [provider.url],
    { pollMs: 20 },
    `ws://127.0.0.1:${relay.port}`,
  );
  const announce = () =>
    until("heads are announced", async () => {
      await chain.act();
      await new Promise((resolve) => setTimeout(resolve, 250));
      return subscription.isLive();
    });
  await announce();
  await caughtUp(store, chain);

  relay.moveTo(undefined);
  await until("the connection is lost", () => !subscription.isLive());
  await chain.act();
  const head = Number(await chain.send<string>("eth_blockNumber"));
  // Polls are ten seconds apart only while heads are announced.
  const isPolled = async () => ((await store.tip())?.number ?? 0) >= head;
  await until("the next block is polled for", isPolled, 7_000);
  expect(follower.troubles).toEqual([]);

  relay.moveTo(Number(new URL(chain.rpcUrl).port));
  const before = heads;
  await announce();
  expect(heads).toBeGreaterThan(before);
  await caughtUp(store, chain);
});

test("waits most of the usual block interval before polling again", async () => {
  let now = 0;
  const pace = createPace(
    () => false,
    () => now,
  );
  for (let head = 0; head < 9; head += 1) {
    pace.noteHead(head);
    now += 400;
  }
  now -= 400;
  expect(pace.pauseMs(5)).toBeCloseTo(280);
  now += 300;
  expect(pace.pauseMs(5)).toBe(5);
  // Blocks that come irregularly leave no quiet time.
  now += 100;
  pace.noteHead(9);
  now += 1;
  pace.noteHead(10);
  expect(pace.pauseMs(5)).toBe(5);
  const { signal } = new AbortController();
  const sleeping = pace.pause(2 ** 30, signal);
  pace.wake();
  await sleeping;
  // What arrives before the pause is not slept over.
  pace.interrupt();
  await pace.pause(2 ** 30, signal);
});

test("replaces a connection that announces nothing, and authenticates like HTTP", async () => {
  const upgrades: IncomingHttpHeaders[] = [];
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  server.on("upgrade", ({ headers }, socket) => {
    upgrades.push(headers);
    const accepted = createHash("sha1").update(`${headers["sec-websocket-key"]}${GUID}`);
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
        `Sec-WebSocket-Accept: ${accepted.digest("base64")}\r\n\r\n`,
    );
    // The client may reset the connection that it replaces.
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const node = { url: `ws://user:password@127.0.0.1:${port}`, headers: { "x-api-key": "key" } };
  const subscription = subscribeNewHeads(node, () => {}, 50);
  onTestFinished(() => subscription.close());
  await until("it is replaced", () => upgrades.length > 1);
  const authorization = `Basic ${Buffer.from("user:password").toString("base64")}`;
  expect(upgrades[0]).toMatchObject({ authorization, "x-api-key": "key" });
});
