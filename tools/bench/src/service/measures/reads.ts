import { toQuantity } from "@chainkit/server/abi";
import { batchBody } from "@chainkit/server/json-rpc";
import { type Figure, median, shown } from "../../figures.ts";
import { inTurn } from "../../rounds.ts";
import { type Server, startBare } from "../bare.ts";
import { type BenchContext, type FilledNode, NODE_CHAIN } from "../context.ts";
import { type Request, saturate } from "../saturate.ts";
import { startService } from "../service.ts";
import { type Hex, HOTTEST } from "../traffic.ts";

/** Kind of read, with the requests to the service and to a node for the same data. */
interface Read {
  readonly what: string;
  readonly paths: readonly string[];
  readonly calls?: readonly Request[];
}

const MOST = 2_000;
const PAGES = 20;

/** Compares the service with a server of constant responses, and with the node itself. */
export async function reads(context: BenchContext): Promise<Figure[]> {
  const node = await context.filledNode();
  const { folder } = await context.imported();
  const service = await startService(folder);
  try {
    const figures: Figure[] = [];
    for (const read of await readsOf(node, service.url)) {
      const bare = await startBare(service.url, read.paths);
      try {
        figures.push(...(await compare(context, read, { service, bare, node })));
      } finally {
        await bare.stop();
      }
    }
    return figures;
  } finally {
    await service.stop();
  }
}

async function readsOf(node: FilledNode, url: string): Promise<Read[]> {
  const numbers = Array.from({ length: node.blocks - 1 }, (_, at) => toQuantity(at + 2));
  const header = (number: Hex) => ({ method: "eth_getBlockByNumber", params: [number, false] });
  const blocks = await node.batch<{ number: Hex; transactions: Hex[] }>(numbers.map(header));
  const all = blocks.flatMap(({ number, transactions }) =>
    transactions.map((hash) => ({ number, hash })),
  );
  const factsOf = ({ hash, number }: (typeof all)[number]) => [
    { method: "eth_getTransactionByHash", params: [hash] },
    { method: "eth_getTransactionReceipt", params: [hash] },
    header(number),
  ];
  const facts = await node.batch(all.slice(-1).flatMap(factsOf));
  if (facts.some((fact) => !fact)) {
    throw new Error("the node does not have its own transactions");
  }
  const every = Math.ceil(all.length / MOST);
  const some = all.filter((_, at) => at % every === 0);
  const request = (calls: Parameters<typeof batchBody>[0]): Request => ({
    path: "/",
    body: batchBody(calls),
  });
  return [
    {
      what: "transaction by hash",
      paths: some.map(({ hash }) => `/v2/${NODE_CHAIN}/transactions/${hash}`),
      calls: some.map((transaction) => request(factsOf(transaction))),
    },
    {
      what: "block by number",
      paths: numbers.map((number) => `/v2/${NODE_CHAIN}/blocks/${Number(number)}`),
      calls: numbers.map((number) => request([header(number)])),
    },
    { what: "100 rows of the hottest address", paths: await firstPages(url) },
  ];
}

async function firstPages(url: string): Promise<string[]> {
  const paths: string[] = [];
  const listing = `/${NODE_CHAIN}/v1/address/${HOTTEST}/transactions`;
  let cursor: string | null = "";
  while (cursor !== null && paths.length < PAGES) {
    const path: string = cursor ? `${listing}?cursor=${encodeURIComponent(cursor)}` : listing;
    paths.push(path);
    cursor = ((await (await fetch(url + path)).json()) as { cursor: string | null }).cursor;
  }
  return paths;
}

async function compare(
  { effort }: BenchContext,
  { what, paths, calls }: Read,
  {
    service,
    bare,
    node,
  }: Readonly<Record<"service" | "bare" | "node", Pick<Server, "url" | "cpuSeconds">>>,
): Promise<Figure[]> {
  const requests = paths.map((path) => ({ path }));
  const targets = [
    { name: "service", server: service, requests },
    { name: "bare", server: bare, requests },
    ...(calls ? [{ name: "node", server: node, requests: calls }] : []),
  ];
  const clock = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  const cpu = await inTurn(targets, effort.rounds, async ({ name, server, requests: own }) => {
    const from = await server.cpuSeconds();
    let [responses, used] = [0, 0];
    // It is counted in ticks of 10 ms, and a short round on a busy machine may be over before the first.
    while (used === 0) {
      const { perSecond, latencies } = await saturate(server.url, own, effort.seconds);
      clock.get(name)?.push(perSecond);
      responses += latencies.length;
      used = (await server.cpuSeconds()) - from;
    }
    return responses / used;
  });
  const own = cpu.get("service") ?? Number.NaN;
  const rate = (name: string) => median(clock.get(name) ?? []);
  const figure = (other: string, title: string): Figure => {
    const theirs = cpu.get(other) ?? Number.NaN;
    return {
      what: `${what}, to ${title}`,
      ratio: own / theirs,
      values: { own, other: theirs, ownPerSecond: rate("service"), otherPerSecond: rate(other) },
      text: `${shown(own)}/s per processor`,
    };
  };
  const withNode = calls
    ? figure("node", "the node's JSON-RPC")
    : {
        what: `${what}, to the node's JSON-RPC`,
        ratio: null,
        values: {},
        text: "no node has them",
      };
  return [figure("bare", "bare `node:http`"), withNode];
}
