import { startServe } from "../command.ts";
import { call } from "../in-process.ts";
import { temporaryFolder } from "../support.ts";
import type { StandIn } from "./graph-node.ts";

type NodeUrls = Pick<StandIn, "urls">;

function graphNodeFlags({ urls }: NodeUrls): string[] {
  return Object.entries(urls).flatMap(([name, url]) => [`--graph-node-${name}`, url]);
}

/** Calls `subgraph` on a data folder of the test. */
export function commands(node: NodeUrls) {
  const data = temporaryFolder();
  const flags = ["--data", data, ...graphNodeFlags(node)];
  const subgraph = (...args: string[]) => call(["subgraph", ...args, ...flags]);
  return { data, flags, subgraph };
}

/** Starts `serve` on a data folder and waits until it listens. */
export function serve(data: string, node: NodeUrls, ...more: string[]) {
  const flags = ["--data", data, "--rate-anonymous", "0", "--rate-token", "0"];
  return startServe([...flags, ...graphNodeFlags(node), ...more]);
}
