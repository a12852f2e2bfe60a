import type { SubgraphStore } from "../store/subgraph-store.ts";
import { assertRemoteName, splitVersion, type VersionName } from "./names.ts";
import type { StatusClient } from "./status.ts";

export interface Imported extends VersionName {
  readonly remoteName: string;
  readonly deploymentId: string;
  readonly outcome: "registered" | "registered already" | "version taken";
}

/**
 * Registers deployments of graph-node, each as the version that its name says: after the last slash.
 *
 * @param remoteNames Names at graph-node; if empty, all names.
 * @throws Error if a name has no deployment.
 */
export async function importDeployments(
  { store, status }: { readonly store: SubgraphStore; readonly status: StatusClient },
  remoteNames: readonly string[],
): Promise<Imported[]> {
  const names = remoteNames.length > 0 ? remoteNames : await allNames(status);
  const imported: Imported[] = [];
  for (const remoteName of new Set(names)) {
    assertRemoteName(remoteName);
    const current = await status.current(remoteName);
    if (!current) {
      throw new Error(`graph-node has no deployment under ${remoteName}`);
    }
    const { deploymentId, node } = current;
    const known = await store.findByRemoteName(remoteName);
    const { name, version } = known ?? versionOf(remoteName, deploymentId);
    const isNew = await store.attach({ name, version, deploymentId, remoteName, node });
    const isSame = known?.deploymentId === deploymentId;
    const outcome = isNew ? "registered" : isSame ? "registered already" : "version taken";
    imported.push({ name, version, remoteName, deploymentId, outcome });
  }
  return imported;
}

/** A name without a slash contains no version: its deployment id is the version. */
function versionOf(remoteName: string, deploymentId: string): VersionName {
  return remoteName.includes("/")
    ? splitVersion(remoteName)
    : { name: remoteName, version: deploymentId };
}

async function allNames(status: StatusClient): Promise<string[]> {
  const names: string[] = [];
  for (const { deploymentId } of await status.statuses()) {
    for (const name of await status.namesOf(deploymentId)) {
      // The name may stand for another deployment by now.
      if ((await status.current(name))?.deploymentId === deploymentId) {
        names.push(name);
      }
    }
  }
  return names;
}
