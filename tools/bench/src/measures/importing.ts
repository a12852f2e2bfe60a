import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Form, writePeer } from "../bundle.ts";
import { peers } from "../peers.ts";
import { inTurn } from "../rounds.ts";

const exec = promisify(execFile);
const script = (url: string) =>
  `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start);`;

/**
 * Measures the time of the first import of each peer in a process, in milliseconds.
 *
 * @param form Whether its packages are imported from `node_modules` or bundled.
 */
export async function importMillis(rounds: number, form: Form): Promise<Map<string, number>> {
  const candidates = peers.map(async (peer) => {
    const url = pathToFileURL(await writePeer(peer, form)).href;
    const args = ["--input-type=module", "-e", script(url)];
    return { name: peer.name, run: async () => (await exec(process.execPath, args)).stdout };
  });
  return inTurn(await Promise.all(candidates), rounds, async ({ run }) => Number(await run()));
}
