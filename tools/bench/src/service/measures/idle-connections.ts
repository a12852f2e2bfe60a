import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Figure, shown } from "../../figures.ts";
import { type Server, startBare } from "../bare.ts";
import type { BenchContext } from "../context.ts";
import { startService } from "../service.ts";

const AIM_MB = 100;
const MB = 2 ** 20;
const OPENED_AT_ONCE = 100;
const PATH = "/healthz";
/** Most requests before, so that code and buffers of the first ones do not count. */
const WARM_UP = 2_000;

/** Memory that connections cost, in MB. */
interface Cost {
  readonly connections: number;
  readonly collected: number;
  /** With garbage that has not been collected. */
  readonly resident: number;
}

/** Memory of idle connections: of the service, and of a bare server with as many. */
export async function idleConnections(context: BenchContext): Promise<Figure[]> {
  const { connections } = context.effort;
  const service = await startService(await context.synthetic(), "--trust-proxy");
  let own: Cost;
  let bare: Cost;
  try {
    const server = await startBare(service.url, [PATH]);
    try {
      own = await costOf(service, connections);
      bare = await costOf(server, connections);
    } finally {
      await server.stop();
    }
  } finally {
    await service.stop();
  }
  const what = `memory of ${shown(own.connections)} idle connections`;
  const values = { ...own, bare: bare.collected, bareResident: bare.resident };
  const met = own.collected < AIM_MB;
  return [
    {
      what: `${what}, to the aim`,
      ratio: own.collected / AIM_MB,
      values,
      text: `${shown(own.collected)} MB, ${shown(own.resident)} MB with garbage`,
      aim: {
        what: `${shown(own.connections)} idle connections cost under ${AIM_MB} MB: ${shown(own.collected)} MB`,
        met,
      },
    },
    {
      what: `${what}, to bare \`node:http\``,
      ratio: own.collected / bare.collected,
      values,
      text:
        `${shown(own.collected)} to ${shown(bare.collected)} MB, ` +
        `with garbage ${shown(own.resident)} to ${shown(bare.resident)} MB`,
    },
  ];
}

/** Opens connections that send one request and stay open, and closes them again. */
async function costOf(server: Pick<Server, "url" | "memory">, count: number): Promise<Cost> {
  for (let sent = 0; sent < Math.min(WARM_UP, count); sent += 1) {
    await (await fetch(server.url + PATH)).text();
  }
  const before = await server.memory();
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const more = Array.from({ length: OPENED_AT_ONCE }, () => openedBy(server.url));
    sockets.push(...(await Promise.all(more)));
  }
  const after = await server.memory();
  const closed = sockets.filter(({ destroyed }) => destroyed).length;
  for (const socket of sockets) {
    socket.destroy();
  }
  if (closed > 0) {
    throw new Error(`${server.url} closed ${closed} of ${sockets.length} connections`);
  }
  const cost = (bytes: number) => Math.max(0.1, (bytes - before.collected) / MB);
  return {
    connections: sockets.length,
    collected: cost(after.collected),
    resident: cost(after.resident),
  };
}

async function openedBy(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(`GET ${PATH} HTTP/1.1\r\nhost: bench\r\n\r\n`);
  await once(socket, "data");
  return socket;
}
