// Runs the conformance suite of the store, the race of two writers and the contract suite in a given
// database, for example at the coordinator of a Citus cluster.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [url] = process.argv.slice(2);
if (url === undefined || !URL.canParse(url)) {
  console.error(`usage: node scripts/check-database.ts postgres://<user>@<host>/<database>

It drops the schemas chainkit and chain_* of the database.`);
  process.exit(2);
}
const RUNS = [
  ["-t", "PostgreSQL", "packages/server/test/store"],
  ["same-as-sqlite", "writers", "contract.test", "citus"].map(
    (name) => `packages/server/test/postgres/${name}`,
  ),
];
const root = fileURLToPath(new URL("../../..", import.meta.url));
// One test uses the database at a time; a distributed one creates tables slowly.
const args = ["run", "--project", "packages/server", "--no-file-parallelism"];
const patience = ["--testTimeout=300000", "--hookTimeout=300000"];
const codes = RUNS.map(
  (run) =>
    spawnSync("npx", ["vitest", ...args, ...patience, ...run], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, CHAINKIT_TEST_DATABASE: url },
    }).status,
);
process.exit(codes.every((code) => code === 0) ? 0 : 1);
