import { spawnSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readDatabaseUrl } from "../../src/config/database-url.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { RUN_AS } from "../support/postgres/program.ts";
import { startPostgres } from "../support/postgres/server.ts";
import { temporaryFolder } from "../support/support.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** A server with a certificate of its own, for another host than that of its address. */
async function startServer() {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [key, certificate] = [join(folder, "server.key"), join(folder, "server.crt")];
  const options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=db.example", "-addext", "subjectAltName=DNS:db.example"];
  spawnSync("openssl", [...options, ...subject, "-keyout", key, "-out", certificate]);
  if (RUN_AS.uid !== undefined) {
    chownSync(key, RUN_AS.uid, RUN_AS.gid ?? RUN_AS.uid);
  }
  chmodSync(key, 0o600);
  const settings = { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key };
  return { server: await startPostgres(settings), certificate };
}

/** Whether the connection uses TLS, or why there is none. */
async function connectionOf(url: string): Promise<string> {
  try {
    const session = await openSession({ url: readDatabaseUrl("--database", url) });
    const used = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    const { rows } = await session.run({ text: used });
    await session.close();
    return rows[0]?.ssl === true ? "TLS" : "plain";
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(!hasOpenssl)("sslmode (needs openssl)", () => {
  test("means what libpq means", async () => {
    const warnings = vi.spyOn(process, "emitWarning");
    const { server, certificate } = await startServer();
    try {
      const ofCa = `&sslrootcert=${certificate}`;
      for (const [mode, expected] of [
        ["disable", /^plain$/],
        ["require", /^TLS$/],
        ["verify-full", /self-signed certificate/],
        [`verify-ca${ofCa}`, /^TLS$/],
        [`verify-full${ofCa}`, /does not match certificate/],
      ] as const) {
        expect(await connectionOf(`${server.url}?sslmode=${mode}`), mode).toMatch(expected);
      }
      expect(warnings).not.toHaveBeenCalled();
    } finally {
      warnings.mockRestore();
      await server.stop();
    }
  });
});

test("PGSSLMODE is the default of sslmode", () => {
  const url = "postgres://127.0.0.1/ck";
  const read = (text: string, mode: string) =>
    readDatabaseUrl("--database", text, { PGSSLMODE: mode });
  expect(read(url, "require")).toBe(`${url}?sslmode=require`);
  expect(read(`${url}?sslmode=disable`, "require")).toBe(`${url}?sslmode=disable`);
  expect(() => read(url, "prefer")).toThrow("PGSSLMODE prefer may connect without TLS");
});
