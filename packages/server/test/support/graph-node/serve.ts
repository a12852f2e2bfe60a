import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createToken } from "../../../src/service/tokens.ts";
import { openManagement } from "../../../src/store/open.ts";
import { type Run, run } from "../command.ts";
import type { StandIn } from "./graph-node.ts";

/** Service in a process of its own, connected to graph-node. */
export interface ServedProcess {
  readonly url: string;
  readonly run: Run;
}

/** URLs of the interfaces of graph-node, or of a stand-in. */
type NodeUrls = Pick<StandIn, "urls">;

/** Formats the URLs of graph-node as options of a command. */
export function graphNodeFlags({ urls }: NodeUrls): string[] {
  return Object.entries(urls).flatMap(([name, url]) => [`--graph-node-${name}`, url]);
}

/** Starts `serve` on a data folder and waits until it listens. */
export async function serve(
  data: string,
  node: NodeUrls,
  ...more: string[]
): Promise<ServedProcess> {
  const flags = ["--data", data, "--port", "0", "--rate-anonymous", "0", "--rate-token", "0"];
  const running = run(["serve", ...flags, ...graphNodeFlags(node), ...more]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  const [, url = ""] = await running.until(/listening at (http:\S+)/);
  return { url, run: running };
}

/** Creates a management token. */
export async function managementToken(data: string): Promise<string> {
  const store = await openManagement({ kind: "sqlite", file: join(data, "management.sqlite") });
  const token = await createToken(store, "test", "management");
  await store.close();
  return token;
}

/** Calls an operation of the management area. */
export async function manage(
  url: string,
  token: string,
  operation: string,
  body: object,
): Promise<number> {
  const response = await fetch(`${url}/public_api/v1/ns/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}
