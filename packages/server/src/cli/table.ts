import type { IndexingStatus, NetworkProgress } from "../graph-node/status.ts";
import type { KnownDeployment } from "../store/subgraph-store.ts";

/** Formats rows in aligned columns, one line each. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const all = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((value, at) => value.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Prints rows in aligned columns. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(formatTable(columns, rows).join("\n"));
}

/** The progress on a network, as `mainnet 19000000 (12 behind)`. */
function formatNetwork({ network, latest, head }: NetworkProgress): string {
  const lag =
    latest === null || head === null ? "lag unknown" : `${Math.max(0, head - latest)} behind`;
  return `${network} ${latest ?? "-"} (${lag})`;
}

/** Columns of the status that graph-node reports for a deployment. */
export const STATUS_COLUMNS: readonly string[] = ["SYNCED", "HEALTH", "LATEST BLOCK"];

/** Returns the cells of `STATUS_COLUMNS`. @param statuses Statuses of all deployments at graph-node. */
export function statusCells(
  deployment: KnownDeployment | undefined,
  statuses: readonly IndexingStatus[],
): string[] {
  const status = statuses.find(({ deploymentId }) => deploymentId === deployment?.deploymentId);
  if (!status) {
    return ["-", deployment ? "not at graph-node" : "-", "-"];
  }
  const { synced, health, error, networks } = status;
  return [
    synced ? "yes" : "no",
    error ? `${health}: ${error}` : health,
    networks.map(formatNetwork).join(", ") || "-",
  ];
}
