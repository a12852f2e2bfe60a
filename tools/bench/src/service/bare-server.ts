// Child process. It prints "ready", receives its responses and sends its URL; each further message is a request for
// the processor time used so far. With a file or a database as argument, the responses are read from a table in it.
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { listenAt } from "@chainkit/command";
import { Pool } from "pg";
import { cpuMillis } from "../rounds.ts";
import type { Reply } from "./bare.ts";
import { isDatabase } from "./service.ts";

/** As that of the service; Node's own is 5 s. */
const KEEP_ALIVE_MS = 65_000;
/** As that of the service. */
const CONNECTIONS = 8;

/** Returns the body of a reply by its path. */
type ReadBody = (path: string) => Buffer | string | undefined | Promise<string | undefined>;

function inMemory(replies: readonly Reply[]): ReadBody {
  const bodies = new Map(replies.map(({ path, body }) => [path, Buffer.from(body)]));
  return (path) => bodies.get(path);
}

function inFile(file: string, replies: readonly Reply[]): ReadBody {
  const db = new DatabaseSync(file);
  db.exec(
    "PRAGMA journal_mode = WAL; DROP TABLE IF EXISTS reply; CREATE TABLE reply (path TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID; BEGIN",
  );
  const insert = db.prepare("INSERT INTO reply VALUES (?, ?)");
  for (const { path, body } of replies) {
    insert.run(path, body);
  }
  db.exec("COMMIT");
  const select = db.prepare("SELECT body FROM reply WHERE path = ?");
  return (path) => select.get(path)?.body as string | undefined;
}

async function inDatabase(url: string, replies: readonly Reply[]): Promise<ReadBody> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query(
    "DROP TABLE IF EXISTS reply; CREATE TABLE reply (path text PRIMARY KEY, body text)",
  );
  const rows = [replies.map(({ path }) => path), replies.map(({ body }) => body)];
  await pool.query("INSERT INTO reply SELECT * FROM unnest($1::text[], $2::text[])", rows);
  const select = { name: "reply", text: "SELECT body FROM reply WHERE path = $1" };
  return async (path) => (await pool.query({ ...select, values: [path] })).rows[0]?.body;
}

process.once("message", async (replies: readonly Reply[]) => {
  const [table] = process.argv.slice(2);
  const inTable = table && (isDatabase(table) ? inDatabase : inFile);
  const read = inTable ? await inTable(table, replies) : inMemory(replies);
  const headersOf = new Map(replies.map(({ path, headers }) => [path, headers.flat()]));
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = await read(path);
    response.writeHead(body === undefined ? 404 : 200, headersOf.get(path) ?? []);
    response.end(body);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  process.send?.((await listenAt(server)).url);
  process.on("message", () => process.send?.(cpuMillis() / 1_000));
});
process.on("disconnect", () => process.exit());
console.log("ready");
