import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundlePeer, loadPeer, writePeer } from "../bundle.ts";
import { pageJson, smallJson } from "../data.ts";
import type { Connected } from "../peers.ts";
import { peers } from "../peers.ts";
import { perSecond } from "../rounds.ts";
import { importMillis } from "./importing.ts";

/** How thoroughly to measure. */
export interface Effort {
  readonly rounds: number;
  readonly millis: number;
  readonly pages: number;
}

/** What one measure found: a figure for each peer, and which way is better. */
export interface Figures {
  readonly title: string;
  readonly unit: string;
  readonly better: "more" | "less";
  readonly byPeer: ReadonlyMap<string, number>;
}

const entries = async () =>
  Promise.all(
    peers.map(async (peer) => ({ peer, connect: await loadPeer(await writePeer(peer)) })),
  );

async function stubbed(body: string, { rounds, millis }: Effort): Promise<Map<string, number>> {
  const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
  const candidates = (await entries()).map(({ peer, connect }) => {
    const client = connect({ baseUrl: "http://localhost", fetch });
    return { name: peer.name, run: () => client.page() };
  });
  return perSecond(candidates, rounds, millis);
}

/** Runs against a server in a process of its own. */
async function overLoopback(
  pages: number,
  effort: Effort,
  work: (client: Connected) => Promise<unknown>,
): Promise<Map<string, number>> {
  const server = fork(join(import.meta.dirname, "../server.ts"), [String(pages)]);
  try {
    const [baseUrl] = await once(server, "message");
    const candidates = (await entries()).map(({ peer, connect }) => {
      const client = connect({ baseUrl });
      return { name: peer.name, run: () => work(client) };
    });
    return await perSecond(candidates, effort.rounds, effort.millis);
  } finally {
    server.disconnect();
  }
}

async function listing(effort: Effort): Promise<Map<string, number>> {
  const { pages } = effort;
  return overLoopback(pages, effort, async (client) => {
    const items = await client.count();
    if (items !== pages * 100) throw new Error(`${items} items instead of ${pages * 100}`);
  });
}

async function size(): Promise<Map<string, number>> {
  const sizes = peers.map(async (peer): Promise<[string, number]> => {
    const code = await bundlePeer(peer, "browser");
    return [peer.name, gzipSync(code, { level: 9 }).byteLength];
  });
  return new Map(await Promise.all(sizes));
}

/** Every measure by the name that `--only` takes. */
export const measures: Record<string, (effort: Effort) => Promise<Figures>> = {
  stub: async (effort) => ({
    title: "calls, stubbed fetch, small body",
    unit: "calls/s",
    better: "more",
    byPeer: await stubbed(smallJson, effort),
  }),
  "stub-page": async (effort) => ({
    title: "calls, stubbed fetch, 100 rows",
    unit: "calls/s",
    better: "more",
    byPeer: await stubbed(pageJson(null), effort),
  }),
  loopback: async (effort) => ({
    title: "calls over loopback, 100 rows",
    unit: "calls/s",
    better: "more",
    byPeer: await overLoopback(1, effort, (client) => client.page()),
  }),
  paging: async (effort) => ({
    title: `listing of ${effort.pages} pages of 100`,
    unit: "listings/s",
    better: "more",
    byPeer: await listing(effort),
  }),
  import: async ({ rounds }) => ({
    title: "cold import",
    unit: "ms",
    better: "less",
    byPeer: await importMillis(rounds),
  }),
  size: async () => ({
    title: "bundle, minified and gzipped",
    unit: "bytes",
    better: "less",
    byPeer: await size(),
  }),
};
