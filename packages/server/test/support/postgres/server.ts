import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, lstatSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Client } from "pg";
import type {} from "../../setup.ts";
import { freePort } from "../free-port.ts";
import { postgresPrograms, RUN_AS, runProgram } from "./program.ts";

// Here rather than beside the setup that provides it: tests of other folders start servers, too.
declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the data of the PostgreSQL servers that end with the run. */
    readonly postgresFolder: string;
  }
}

/** A PostgreSQL server of its own, on loopback. */
interface Postgres {
  readonly url: string;
  readonly port: number;
  /** Connects a client; whoever asks for it ends it. */
  connect(): Promise<Client>;
  /** Ends it in good order, and removes its files. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would (SIGQUIT). Its files stay until `stop`. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port. */
  restart(): Promise<void>;
}

type Settings = Readonly<Record<string, string | number>>;

/**
 * Starts a PostgreSQL server with an empty database.
 *
 * @param settings Of `postgresql.conf`.
 * @param parent Folder for its data. Default: that of the run of tests, or that of temporary files.
 */
export async function startPostgres(settings: Settings = {}, parent?: string): Promise<Primary> {
  const shared = await sharedFolder();
  const folder = await dataFolder(parent ?? shared);
  if (shared === undefined) {
    await initialise(folder);
  } else {
    empty ??= dataFolder(shared).then(initialise);
    await cp(await empty, folder, { recursive: true });
    giveAway(folder);
  }
  return { ...(await startServer(folder, settings)), folder };
}

/** Data of a server of which nothing has been used, to be copied in a fifth of the time that `initdb` takes. */
let empty: Promise<string> | undefined;

/** The folder that ends with the run: benches are not run by Vitest, and other folders' tests have none. */
async function sharedFolder(): Promise<string | undefined> {
  return process.env.VITEST === undefined
    ? undefined
    : (await import("vitest")).inject("postgresFolder");
}

async function initialise(folder: string): Promise<string> {
  const options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await runProgram("initdb", ["-D", folder, ...options]);
  return folder;
}

/** A server that can have standbys. */
export interface Primary extends Postgres {
  readonly folder: string;
}

/** Starts a hot standby of a server, from a copy of its files. */
export async function startStandby(primary: Primary, settings: Settings = {}): Promise<Postgres> {
  const folder = await dataFolder(await sharedFolder());
  const client = await primary.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    await cp(primary.folder, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => isCopied(relative(primary.folder, file)),
    });
    const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
    await writeFile(join(folder, "backup_label"), rows[0].labelfile);
  } finally {
    await client.end();
  }
  await writeFile(join(folder, "standby.signal"), "");
  for (const name of ["archive_status", "summaries"]) {
    await mkdir(join(folder, "pg_wal", name), { recursive: true });
  }
  giveAway(folder);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
  return startServer(folder, { ...settings, primary_conninfo: source, hot_standby: "on" });
}

function isCopied(file: string): boolean {
  return !/^postmaster\.(pid|opts)$|\.s\.PGSQL|^pg_wal\/./.test(file);
}

async function dataFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, "chainkit-pg-"));
  giveAway(folder);
  return folder;
}

/** Makes files those of the user that the server runs as. */
function giveAway(path: string): void {
  const { uid, gid } = RUN_AS;
  if (uid === undefined || gid === undefined || lstatSync(path).isSymbolicLink()) {
    return;
  }
  chownSync(path, uid, gid);
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) {
      giveAway(join(path, name));
    }
  }
}

async function startServer(folder: string, settings: Settings): Promise<Postgres> {
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: folder, fsync: "off" };
  const options = Object.entries({ ...all, ...settings, port });
  const args = options.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const program = join(await postgresPrograms(), "postgres");
  const start = async () => {
    const child = spawn(program, ["-D", folder, ...args], {
      ...RUN_AS,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(child, "close");
    await ready(child);
    return { child, ended };
  };
  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.ended;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    async connect() {
      const client = new Client({ connectionString: url });
      // A server that is killed ends its connections, which is no failure of the test.
      client.on("error", () => {});
      await client.connect();
      return client;
    },
    async stop() {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
    kill: () => end("SIGQUIT"),
    async restart() {
      running = await start();
    },
  };
}

/** @throws Error with the log, if the server ends instead. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.on("data", (data) => {
      log += data;
      if (/ready to accept (read-only )?connections/.test(log)) {
        resolve();
      }
    });
    child.once("close", (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
  });
}
