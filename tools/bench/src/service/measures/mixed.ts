import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { BenchContext } from "../context.ts";
import { type Figure, percentile, rising, shown } from "../figures.ts";
import { pace } from "../pace.ts";
import { start } from "../processes.ts";
import { type Service, startService } from "../service.ts";
import { PER_BLOCK, SYNTHETIC_CHAIN, transactionHash } from "../synthetic.ts";
import { HOTTEST } from "../traffic.ts";
import { until } from "../until.ts";

const RATE = 500;
const AIM = 2;
const AIM_MB = 100;
const MB = 2 ** 20;
/** Callers that request large pages without reading them, and pages per caller. */
const [SLOW_READERS, THEIR_PAGES] = [20, 50];
const OPENED_AT_ONCE = 100;
const PAGE = `/${SYNTHETIC_CHAIN}/v1/address/${HOTTEST}/transactions`;

/** Mixed reads while a chain catches up, with idle connections and with slow readers. */
export async function mixed(context: BenchContext): Promise<Figure[]> {
  const folder = await context.synthetic();
  const { connections } = context.effort;
  const idle = await startService(folder);
  const figures: Figure[] = [];
  let atRest: readonly number[];
  try {
    await latencies(context, idle);
    atRest = await latencies(context, idle);
    const slow = await Promise.all(
      Array.from({ length: SLOW_READERS }, () => slowReader(idle.url)),
    );
    const beside = await latencies(context, idle);
    close(slow);
    figures.push(
      compared(`p99 of reads with ${SLOW_READERS} clients that do not read`, beside, atRest),
      await idleConnections(idle, connections),
    );
  } finally {
    await idle.stop();
  }
  const program = join(import.meta.dirname, "../synthetic-node.ts");
  const node = await start(process.execPath, [program], /listening on (\S+)/);
  try {
    const busy = await startService(folder, "--chain", `${SYNTHETIC_CHAIN}=${node.said}`);
    try {
      const added = async () => (await busy.metrics()).sum("chainkit_transactions_total");
      await until("blocks come in", 20, async () => (await added()) > 0);
      await latencies(context, busy);
      const during = await latencies(context, busy);
      return [compared("p99 of reads while a chain catches up", during, atRest), ...figures];
    } finally {
      await busy.stop();
    }
  } finally {
    await node.stop();
  }
}

/** Latencies of transactions, blocks and pages at a constant rate, in milliseconds, ascending. */
async function latencies({ effort }: BenchContext, { url }: Service): Promise<number[]> {
  const found: number[] = [];
  const urlOf = (count: number) => {
    if (count % 20 === 0) {
      return url + PAGE;
    }
    const number = 1 + ((count * 7) % effort.syntheticBlocks);
    return count % 2 === 0
      ? `${url}/v2/${SYNTHETIC_CHAIN}/blocks/${number}`
      : `${url}/v2/${SYNTHETIC_CHAIN}/transactions/${transactionHash(number, count % PER_BLOCK)}`;
  };
  await pace(RATE, effort.loadSeconds, urlOf, (status, millis, asked) => {
    if (status !== 200) {
      throw new Error(`${asked} returned status ${status}`);
    }
    found.push(millis);
  });
  return rising(found);
}

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => {});
  return socket;
}

async function slowReader(url: string): Promise<Socket> {
  const socket = await connected(url);
  socket.pause();
  socket.write(`GET ${PAGE} HTTP/1.1\r\nhost: bench\r\n\r\n`.repeat(THEIR_PAGES));
  return socket;
}

function close(sockets: readonly Socket[]): void {
  for (const socket of sockets) {
    socket.destroy();
  }
}

/** Opens connections that send one request and stay open. */
async function idleConnections(service: Service, count: number): Promise<Figure> {
  const memory = async () => (await service.metrics()).sum("process_resident_memory_bytes") / MB;
  const before = await memory();
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const more = await Promise.all(
      Array.from({ length: OPENED_AT_ONCE }, async () => {
        const socket = await connected(service.url);
        socket.write("GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n");
        await once(socket, "data");
        return socket;
      }),
    );
    sockets.push(...more);
  }
  const megabytes = Math.max(0.1, (await memory()) - before);
  close(sockets);
  const what = `${shown(sockets.length)} idle connections`;
  return {
    what: `memory of ${what}, to the aim`,
    ratio: megabytes / AIM_MB,
    values: { megabytes, connections: sockets.length },
    text: `${shown(megabytes)} MB`,
    aim: {
      what: `${what} cost under ${AIM_MB} MB: ${shown(megabytes)} MB`,
      met: megabytes < AIM_MB,
    },
  };
}

function compared(what: string, own: readonly number[], other: readonly number[]): Figure {
  const [p99, idle] = [percentile(own, 0.99), percentile(other, 0.99)];
  return {
    what: `${what}, to idle`,
    ratio: p99 / idle,
    values: { p99, idle },
    text: `p99 ${shown(p99)} to ${shown(idle)} ms at ${shown(RATE)} reads/s`,
    aim: { what: `${what} at most ${AIM} × idle: ${shown(p99 / idle)}`, met: p99 / idle <= AIM },
  };
}
