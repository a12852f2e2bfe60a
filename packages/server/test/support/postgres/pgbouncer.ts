import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../command.ts";
import { freePort } from "../free-port.ts";
import { RUN_AS } from "./program.ts";

/**
 * Starts pgbouncer in transaction mode before a server.
 *
 * @param program Its path.
 * @param preparedStatements Line of its settings; one before 1.21 knows none.
 */
export async function startPgbouncer(
  program: string,
  serverPort: number,
  preparedStatements = "max_prepared_statements = 200",
) {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${preparedStatements}
default_pool_size = 5
max_client_conn = 1000
`,
  );
  const { child, code, until } = runProgram(program, [file], RUN_AS);
  await until(/process up/);
  return {
    port,
    async stop() {
      child.kill("SIGKILL");
      await code;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
