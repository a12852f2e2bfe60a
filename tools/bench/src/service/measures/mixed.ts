import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Figure, rising, shown } from "../../figures.ts";
import type { BenchContext } from "../context.ts";
import { pace } from "../pace.ts";
import { start } from "../processes.ts";
import { type Service, startService } from "../service.ts";
import { SYNTHETIC_CHAIN, transactionHash } from "../synthetic.ts";
import { HOTTEST } from "../traffic.ts";
import { until } from "../until.ts";
import { compareWindows } from "../windows.ts";
import { idleConnections } from "./idle-connections.ts";

/** Sets the scheduling policy of a program, on Linux. */
const CHRT = "/usr/bin/chrt";
const RATE = 500;
/** Callers that request large pages without reading them, and pages per caller. */
const [SLOW_READERS, THEIR_PAGES] = [20, 50];
/** Share of the duration of latency measurements that a window takes while a chain catches up. */
const WINDOW = 0.2;
/** Pairs of these windows per round of other measures: their ratios vary, because so few reads are slow. */
const PAIRS = 2;
/** Share of the rounds with slow readers, whose windows are longer: they begin with a burst of requests. */
const LONG_ROUNDS = 1 / 3;
/** The blocks that a node was asked for before it paused are written within this time. */
const WRITTEN_MS = 300;
const PAGE = `/${SYNTHETIC_CHAIN}/v1/address/${HOTTEST}/transactions`;

/** Mixed reads while a chain catches up, with slow readers, and the memory of idle connections. */
export async function mixed(context: BenchContext): Promise<Figure[]> {
  return [
    await whileCatchingUp(context),
    await besideSlowReaders(context),
    ...(await idleConnections(context)),
  ];
}

/** The node pauses between the windows, so that the same service catches up in every other one. */
async function whileCatchingUp(context: BenchContext): Promise<Figure> {
  const { nodeGivesWay, syntheticPerBlock } = context.effort;
  const perBlock = String(syntheticPerBlock);
  const program = join(import.meta.dirname, "../synthetic-node.ts");
  // A node has processors of its own: this one gives way to everything else.
  const command = [
    ...(nodeGivesWay && existsSync(CHRT) ? [CHRT, "--idle", "0"] : []),
    process.execPath,
    program,
    perBlock,
  ];
  const [file = "", ...args] = command;
  const node = await start(file, args, /listening on (\S+)/, true);
  try {
    const url = `${SYNTHETIC_CHAIN}=${node.said}`;
    const service = await startService(await context.synthetic(), "--chain", url);
    const added = async () => (await service.metrics()).sum("chainkit_transactions_total");
    let [total, seconds] = [0, 0];
    const waits = { atRest: 0, loaded: 0 };
    const read = async () => {
      const [before, from] = [await service.waitSeconds(), performance.now()];
      const found = await latencies(context, service, WINDOW);
      const elapsed = (performance.now() - from) / 1000;
      return { found, elapsed, waited: ((await service.waitSeconds()) - before) / elapsed };
    };
    const windows = {
      async atRest() {
        node.send("pause");
        await until("blocks are written", 0, async () => {
          const before = await added();
          await wait(WRITTEN_MS);
          return (await added()) === before;
        });
        const { found, waited } = await read();
        waits.atRest += waited;
        return found;
      },
      async loaded() {
        const before = await added();
        node.send("resume");
        await until("blocks come in", 20, async () => (await added()) > before);
        // Blocks come in batches; a short window may end before the next one.
        for (;;) {
          const first = await added();
          const { found, elapsed, waited } = await read();
          const more = (await added()) - first;
          if (more > 0) {
            total += more;
            seconds += elapsed;
            waits.loaded += waited;
            return found;
          }
        }
      },
    };
    try {
      // Warms the caches of the service up.
      await windows.loaded();
      await windows.atRest();
      [total, seconds] = [0, 0];
      Object.assign(waits, { atRest: 0, loaded: 0 });
      const rounds = PAIRS * context.effort.rounds;
      const share = (sum: number) => `${shown((100 * sum) / rounds)} %`;
      const what = "p99 of reads while a chain catches up";
      const note = () =>
        `; ${shown(total / seconds)} transactions/s come in, and the thread of the requests waits for ` +
        `a processor ${share(waits.loaded)} of the time, idle ${share(waits.atRest)}`;
      return await compareWindows(what, rounds, windows, note);
    } finally {
      await service.stop();
    }
  } finally {
    await node.stop();
  }
}

async function besideSlowReaders(context: BenchContext): Promise<Figure> {
  const service = await startService(await context.synthetic());
  const windows = {
    atRest: () => latencies(context, service),
    async loaded() {
      const slow = Array.from({ length: SLOW_READERS }, () => slowReader(service.url));
      const sockets = await Promise.all(slow);
      const found = await latencies(context, service);
      for (const socket of sockets) {
        socket.destroy();
      }
      return found;
    },
  };
  try {
    await windows.atRest();
    const what = `p99 of reads with ${SLOW_READERS} clients that do not read`;
    const rounds = Math.ceil(context.effort.rounds * LONG_ROUNDS);
    return await compareWindows(what, rounds, windows);
  } finally {
    await service.stop();
  }
}

/** Latencies of transactions, blocks and pages at a constant rate, in milliseconds, ascending. */
async function latencies({ effort }: BenchContext, { url }: Service, share = 1): Promise<number[]> {
  const found: number[] = [];
  const urlOf = (count: number) => {
    if (count % 20 === 0) {
      return url + PAGE;
    }
    const number = 1 + ((count * 7) % effort.syntheticBlocks);
    return count % 2 === 0
      ? `${url}/v2/${SYNTHETIC_CHAIN}/blocks/${number}`
      : `${url}/v2/${SYNTHETIC_CHAIN}/transactions/${transactionHash(number, count % effort.syntheticPerBlock)}`;
  };
  await pace(RATE, effort.loadSeconds * share, urlOf, (status, millis, asked) => {
    if (status !== 200) {
      throw new Error(`${asked} returned status ${status}`);
    }
    found.push(millis);
  });
  return rising(found);
}

async function slowReader(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.pause();
  socket.write(`GET ${PAGE} HTTP/1.1\r\nhost: bench\r\n\r\n`.repeat(THEIR_PAGES));
  return socket;
}
