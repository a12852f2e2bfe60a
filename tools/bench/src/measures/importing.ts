import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { writePeer } from "../bundle.ts";
import { peers } from "../peers.ts";

const exec = promisify(execFile);
const script = (url: string) =>
  `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start);`;

/** How long Node takes to import each peer for the first time in a process, in milliseconds. */
export async function importMillis(rounds: number): Promise<Map<string, number>> {
  const files = await Promise.all(
    peers.map(async (peer) => [peer.name, await writePeer(peer)] as const),
  );
  const times = new Map<string, number[]>(files.map(([name]) => [name, []]));
  for (let round = 0; round < rounds * 2; round++) {
    for (const [name, file] of files) {
      const code = script(pathToFileURL(file).href);
      const args = ["--input-type=module", "-e", code];
      const { stdout } = await exec(process.execPath, args);
      times.get(name)?.push(Number(stdout));
    }
  }
  // The fastest run is the one that the rest of the machine disturbed least.
  return new Map([...times].map(([name, all]) => [name, Math.min(...all)]));
}
