import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { expect, test } from "vitest";
import { run } from "./support/command.ts";
import { quietChain, until } from "./support/ingest.ts";
import { createDatabase } from "./support/postgres/database.ts";
import { temporaryFolder } from "./support/support.ts";

const SECRETS = {
  url: "0123456789abcdef",
  password: "pass-word",
  header: "topsecret",
  database: "dbpassword",
};

/** Has a service diagnose itself. @returns The files of its archive. */
async function diagnosed(storage: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const chain = await quietChain({ history: 1 });
  const { host } = new URL(chain.rpcUrl);
  const node = `http://alice:${SECRETS.password}@${host}/?key=${SECRETS.url}`;
  const folder = temporaryFolder();
  const args = ["serve", "--chain", `ethereum=${node}`, "--port", "0", "--sweep", "7", ...storage];
  const env = { CHAINKIT_RPC_HEADER: `x-api-key: ${SECRETS.header}`, TMPDIR: folder };
  const service = run(args, env);
  const [, url] = await service.until(/listening at (http:\S+)/);
  // The thread of the follower has started.
  await until("it is ready", async () => (await fetch(`${url}/readyz`)).ok);
  service.child.kill("SIGUSR2");
  const [, file = ""] = await service.until(/"file":"([^"]+)","msg":"diagnosis written"/);
  expect(file.startsWith(folder)).toBe(true);
  expect(statSync(file).mode & 0o077).toBe(0);
  const entries = await unpackTar(gunzipSync(readFileSync(file)));
  return new Map(
    entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
  );
}

test("SIGUSR2 has a service write what it does, without secrets", async () => {
  const data = join(temporaryFolder(), "data");
  const files = await diagnosed(["--data", data]);
  expect([...files.keys()]).toEqual([
    ...["cpu-main.cpuprofile", "heap-main.heapprofile"],
    ...["cpu-ethereum.cpuprofile", "heap-ethereum.heapprofile"],
    ...["process.json", "chains.json", "metrics.txt", "settings.json"],
  ]);
  const read = (name: string) => JSON.parse(files.get(name) ?? "");
  expect(read("cpu-main.cpuprofile").samples.length).toBeGreaterThan(100);
  expect(read("cpu-ethereum.cpuprofile").nodes.length).toBeGreaterThan(1);
  for (const thread of ["main", "ethereum"]) {
    const { head } = read(`heap-${thread}.heapprofile`);
    expect(head).toMatchObject({ callFrame: { functionName: "(root)" } });
  }
  expect(read("chains.json").chains.ethereum).toHaveProperty("served");
  expect(files.get("metrics.txt")).toContain("chainkit_lag_blocks");
  const settings = read("settings.json");
  expect(settings).toMatchObject({ data, port: 0, sweep: 7, "log-level": "info" });
  expect(settings.chain).toEqual([
    { name: "ethereum", urls: [expect.stringMatching(/^…127\.0\.0\.1:\d+…$/)] },
  ]);
  expect(settings["rpc-header"]).toEqual([{ name: "…", value: "…" }]);
  for (const secret of Object.values(SECRETS)) {
    expect([...files.values()].join()).not.toContain(secret);
  }
});

test("of a database, it has the statements and not the password", async () => {
  const url = new URL((await createDatabase()).url);
  url.password = SECRETS.database;
  const files = await diagnosed(["--database", String(url)]);
  const statements = JSON.parse(files.get("statements.json") ?? "");
  expect(statements[url.host]).toMatchObject({ running: expect.any(Array) });
  expect(statements[url.host].slowest).toMatch(/pg_stat_statements/);
  expect([...files.values()].join()).not.toContain(SECRETS.database);
});
