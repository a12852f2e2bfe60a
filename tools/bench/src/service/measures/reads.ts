import { join } from "node:path";
import type { StoreLocation } from "@chainkit/server/workspace";
import { startPostgres } from "../../../../../packages/server/test/support/postgres/server.ts";
import { type Figure, shown } from "../../figures.ts";
import { readAll } from "../../read-all.ts";
import { inTurn } from "../../rounds.ts";
import { startBare } from "../bare.ts";
import type { BenchContext } from "../context.ts";
import { collectionOf, hashOf, PER_PAGE, walletOf, writeWallets } from "../made-up-chain.ts";
import { MADE_UP_CHAIN, type Service, startService } from "../service.ts";

/** Kind of read; `aim` is the least ratio to reading a ready-made text. */
interface Read {
  readonly what: string;
  readonly aim?: number;
  /** How many are requested for one page: in less than a tenth of a second, a program is hardly compiled. */
  readonly times?: number;
  /** Whether each round requests the same, of which the service and the other server keep responses. */
  readonly isKept?: true;
  pathOf(at: number): string;
}

/** Requests of a point read for one of a page. */
const POINTS = 10;
const DATA = `/v2/${MADE_UP_CHAIN}`;
const LISTS = `/${MADE_UP_CHAIN}/v1`;

const transactionPath = (at: number) =>
  `${DATA}/transactions/${hashOf(Math.ceil(at / POINTS), at % POINTS)}`;

/** Each is of another row, of another page or of another wallet. */
export const FIRST_READS: readonly Read[] = [
  { what: "transaction by hash", aim: 0.8, times: POINTS, pathOf: transactionPath },
  { what: "block by number", aim: 0.8, pathOf: (number) => `${DATA}/blocks/${number}` },
  {
    what: "100 transactions of distinct addresses",
    aim: 0.6,
    pathOf: (number) => `${LISTS}/block/${number}/transactions?limit=${PER_PAGE}`,
  },
  {
    what: "ERC-20 page of distinct wallets",
    aim: 0.7,
    pathOf: (at) => `${LISTS}/address/${walletOf(at)}/balance/erc20`,
  },
  {
    what: "ERC-721 page of distinct wallets",
    aim: 0.7,
    pathOf: (at) => `${LISTS}/address/${walletOf(at)}/balance/erc721`,
  },
  {
    what: "NFT",
    aim: 0.7,
    times: POINTS,
    pathOf: (at) =>
      `${DATA}/collections/${collectionOf(Math.ceil(at / POINTS))}/nfts/${at % POINTS}`,
  },
];
const KEPT_READ: Read = {
  what: "transaction by hash, to bare `node:http`",
  times: POINTS,
  isKept: true,
  pathOf: transactionPath,
};

/** Where a chain is kept, and ready-made texts. */
interface Engine {
  readonly name: string;
  readonly location: StoreLocation;
  /** For `startService`. */
  readonly storage: string;
  /** For `startBare`. */
  readonly table: string;
}

/**
 * Measures responses that nobody has requested before: each URL is requested once. Compares them with one statement
 * of the same engine that returns them as a ready-made text. Then responses that are requested again, with those of
 * a server that has them in memory.
 */
export async function reads(context: BenchContext): Promise<Figure[]> {
  const folder = await context.folder();
  const server = await startPostgres();
  const sqlite: Engine = {
    name: "SQLite",
    location: { kind: "sqlite", file: join(folder, `${MADE_UP_CHAIN}.chain.sqlite`) },
    storage: folder,
    table: join(await context.folder(), "ready.sqlite"),
  };
  const postgres: Engine = {
    name: "PostgreSQL",
    location: { kind: "postgres", url: server.url, schema: `chain_${MADE_UP_CHAIN}` },
    storage: server.url,
    table: server.url,
  };
  try {
    return [
      ...(await readEngine(context, sqlite, [...FIRST_READS, KEPT_READ])),
      ...(await readEngine(context, postgres, FIRST_READS)),
    ];
  } finally {
    await server.stop();
  }
}

async function readEngine(
  context: BenchContext,
  engine: Engine,
  kinds: readonly Read[],
): Promise<Figure[]> {
  const { rounds, firstReads: perRound } = context.effort;
  console.error(`making a store of wallets in ${engine.name} …`);
  await writeWallets(engine.location, (rounds + 1) * perRound);
  const service = await startService(engine.storage);
  // Of another process, in which the responses are not read for the first time.
  const source = await startService(engine.storage);
  try {
    const figures: Figure[] = [];
    for (const read of kinds) {
      figures.push(await compare(context, read, service, source.url, engine));
    }
    return figures;
  } finally {
    await Promise.all([service.stop(), source.stop()]);
  }
}

async function compare(
  context: BenchContext,
  { what: kind, aim, times = 1, isKept, pathOf }: Read,
  service: Service,
  source: string,
  { name: engine, table }: Engine,
): Promise<Figure> {
  const { rounds, firstReads } = context.effort;
  const perRound = firstReads * times;
  const count = isKept ? perRound : (rounds + 1) * perRound;
  const paths = Array.from({ length: count }, (_, at) => pathOf(at + 1));
  const ready = await startBare(source, paths, isKept ? undefined : table);
  const turns = new Map<string, number>();
  try {
    const micros = await inTurn(
      [
        { name: "service", server: service },
        { name: "ready", server: ready },
      ],
      rounds,
      async ({ name, server }) => {
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        const first = (turn * perRound) % count;
        const own = paths.slice(first, first + perRound).map((path) => server.url + path);
        const from = await server.cpuSeconds();
        await readAll(own);
        return (((await server.cpuSeconds()) - from) / own.length) * 1e6;
      },
    );
    return figure(isKept ? kind : `${kind}, once, ${engine}`, aim, micros);
  } finally {
    await ready.stop();
  }
}

/** The row of a read. @param micros Processor time of the service, and of the ready-made text. */
function figure(
  what: string,
  aim: number | undefined,
  micros: ReadonlyMap<string, number>,
): Figure {
  const own = micros.get("service") ?? Number.NaN;
  const readyMade = micros.get("ready") ?? Number.NaN;
  const ratio = readyMade / own;
  return {
    what,
    ratio,
    values: { own, readyMade },
    text: `${shown(own)} µs`,
    ...(aim && { aim: { what: `${what}: at least ${aim}: ${shown(ratio)}`, met: ratio >= aim } }),
  };
}
