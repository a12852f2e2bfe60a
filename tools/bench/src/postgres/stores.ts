import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect as connectSocket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ChainReader,
  type ChainWriter,
  openReader,
  openWriter,
  type StoreLocation,
} from "@chainkit/server/workspace";
import { startPostgres } from "../../../../packages/server/test/support/postgres/server.ts";

const UNDO_BLOCKS = 1_024;

/** A chain in one engine. */
export interface Store {
  readonly writer: ChainWriter;
  readonly reader: ChainReader;
}

/** The same chain in both engines. */
export interface Stores {
  readonly sqlite: Store;
  readonly postgres: Store;
  /** Opens empty stores. @param blocksPerRange Of PostgreSQL. */
  open(name: string, blocksPerRange?: number): Promise<Pick<Stores, "sqlite" | "postgres">>;
  /** Number of times that the writer of PostgreSQL has waited for the server. */
  roundTrips(): number;
  /** Empties the log of the server, as it does from time to time by itself. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a PostgreSQL server, and opens empty stores. Both engines write durably. */
export async function openStores(blocksPerRange: number): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
  const server = await startPostgres({ fsync: "on", shared_buffers: "512MB", max_wal_size: "4GB" });
  const proxy = await countingProxy(server.port);
  const opened: Store[] = [];
  const openBoth = async (at: string, perRange?: number) => {
    const file: StoreLocation = { kind: "sqlite", file: join(folder, `${at}.sqlite`) };
    const schema = `chain_${at}`;
    const ranges = perRange === undefined ? {} : { blocksPerRange: perRange };
    const direct: StoreLocation = { kind: "postgres", url: server.url, schema, ...ranges };
    const counted = { ...direct, url: server.url.replace(`:${server.port}`, `:${proxy.port}`) };
    const sqlite = {
      writer: await openWriter(file, { undoBlocks: UNDO_BLOCKS }),
      reader: await openReader(file),
    };
    const postgres = {
      writer: await openWriter(counted, { undoBlocks: UNDO_BLOCKS }),
      reader: await openReader(direct),
    };
    opened.push(sqlite, postgres);
    return { sqlite, postgres };
  };
  return {
    ...(await openBoth("main", blocksPerRange)),
    open: openBoth,
    roundTrips: () => proxy.turns(),
    async checkpoint() {
      const client = await server.connect();
      await client.query("CHECKPOINT");
      await client.end();
    },
    async close() {
      for (const { writer, reader } of opened) {
        await writer.close();
        await reader.close();
      }
      proxy.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Forwards connections, and counts how often the client sends after the server has. */
async function countingProxy(target: number) {
  let turns = 0;
  const server = createServer((client) => {
    let isClientsTurn = true;
    const upstream = connectSocket(target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (data) => {
        if (from === client && isClientsTurn) {
          turns += 1;
        }
        isClientsTurn = from === upstream;
        to.write(data);
      });
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    turns: () => turns,
    close: () => server.close(),
  };
}
