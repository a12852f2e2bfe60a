import { afterAll } from "vitest";
import { type Primary, startPostgres } from "./server.ts";

let server: Promise<Primary> | undefined;
let databases = 0;

afterAll(async () => {
  await (await server)?.stop();
});

/** Creates an empty database, on a server that is started when a file's first test asks for one. */
export async function createDatabase(): Promise<{ readonly url: string }> {
  server ??= startPostgres({ max_connections: 300 });
  const { connect, port } = await server;
  const name = `test_${databases++}`;
  const client = await connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { url: `postgres://postgres@127.0.0.1:${port}/${name}` };
}
