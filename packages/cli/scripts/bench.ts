import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROUNDS = 25;
const program = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const block = ["get-block", "--chain", "ethereum", "--block", "latest"];

/** What is started, each in turn, so that whatever slows the machine slows all. */
const starts: Readonly<Record<string, readonly string[]>> = {
  "node -e 0": ["-e", "0"],
  "--version": [program, "--version"],
  "--help": [program, "--help"],
  "get-block --help": [program, "get-block", "--help"],
  "get-block, refused": [program, "get-block", "--chain", "ethereum"],
  "get-block --dry-run": [program, ...block, "--dry-run"],
  // What a request costs before it is sent, whoever sends it.
  "node -e 'new Request(…)'": ["-e", "new Request('http://x.test')"],
};

const times = new Map(Object.keys(starts).map((name) => [name, [] as number[]]));
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, args] of Object.entries(starts)) {
    const start = performance.now();
    spawnSync(process.execPath, args, { env: { CHAINKIT_BASE_URL: "http://x.test" } });
    // The first round only warms up.
    if (round > 0) {
      times.get(name)?.push(performance.now() - start);
    }
  }
}
const median = (name: string): number => {
  const all = (times.get(name) ?? []).sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? Number.NaN;
};
for (const name of Object.keys(starts)) {
  const ratio = median(name) / median("node -e 0");
  console.log(
    `${name.padEnd(26)} ${median(name).toFixed(1).padStart(6)} ms  ${ratio.toFixed(2)} ×`,
  );
}
