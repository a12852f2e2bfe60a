import { MANAGEMENT, type ManagementRows } from "../store/management-copy.ts";
import { exportManagement, importManagement } from "../store/open.ts";
import type { Deployment } from "./deployment.ts";

/**
 * Copies subgraph versions, tags, tokens and the keys of cursors to another deployment, in one
 * transaction. The copy is compared with the original before it is committed.
 *
 * @returns Summary of the copy.
 * @throws Error if the target has versions, tags or tokens.
 * @throws Error if a subgraph is being deployed or removed.
 */
export async function copyManagement(
  from: Deployment,
  to: Deployment,
  now: () => number = Date.now,
): Promise<string> {
  const rows = await exportManagement(from.management);
  assertIdle(rows, now());
  await importManagement(to.management, rows);
  const isAccepted = await to.addCursorKeys(await from.storedCursorKeys());
  const { deployment, tag, token } = rows;
  const counts = `${deployment.length} versions, ${tag.length} tags and ${token.length} tokens`;
  const cursors = isAccepted
    ? "cursors in use stay valid"
    : `${to.place} has a key of cursors already: cursors in use become invalid`;
  return `${counts} copied and equal; ${cursors}`;
}

/** @throws Error if a process works on a deployment, which it would finish in the original only. */
function assertIdle({ graph_node }: ManagementRows, now: number): void {
  const until = Object.keys(MANAGEMENT.graph_node).indexOf("until");
  const claimed = graph_node.find((row) => Number(row[until]) > now);
  if (claimed) {
    const [name, version] = claimed;
    throw new Error(`${name} ${version} is being deployed or removed: repeat the command later`);
  }
}
