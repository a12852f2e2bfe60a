import type { SubgraphStore } from "../store/subgraph-store.ts";
import { GraphNodeError } from "./request.ts";
import type { StatusClient } from "./status.ts";

/** Condition on a version for a tag to move to it. */
export type TagRequirement = "synced" | "nothing";

/**
 * Checks that a tag may move to a version.
 *
 * @throws GraphNodeError `conflict` with the reason; another kind if the requirement cannot be checked.
 */
export async function assertTaggable(
  store: SubgraphStore,
  status: StatusClient,
  requires: TagRequirement,
  name: string,
  version: string,
  tag: string,
): Promise<void> {
  const refuse = (reason: string) =>
    new GraphNodeError("conflict", `${name} ${version} cannot be tagged ${tag}: ${reason}`);
  const deployment = await store.findDeployment(name, version);
  if (!deployment) {
    const registered = requires === "synced" ? await store.resolve(name, version) : undefined;
    if (registered && !registered.isTag) {
      throw refuse("it has no deployment at graph-node");
    }
    return;
  }
  if (deployment.state !== "deployed") {
    throw refuse(
      `it is ${deployment.state === "deploying" ? "not deployed yet" : "being removed"}`,
    );
  }
  if (tag !== version && (await store.findDeployment(name, tag))) {
    throw refuse("a version has that name");
  }
  const { remoteName, deploymentId } = deployment;
  // Without a requirement, a tag moves also while graph-node reports nothing: that may be why.
  const current = await status.current(remoteName).catch((error) => {
    if (requires === "synced") {
      throw error;
    }
    return "not known" as const;
  });
  if (current === "not known") {
    return;
  }
  if (current?.deploymentId !== deploymentId) {
    const other = current ? `has ${current.deploymentId}` : "has nothing";
    throw refuse(`graph-node ${other} under the name ${remoteName} instead of ${deploymentId}`);
  }
  const { health, error, synced, networks } = current;
  if (requires === "nothing" || (synced && health !== "failed")) {
    return;
  }
  if (health === "failed") {
    throw refuse(`its indexing failed: ${error ?? "graph-node gives no reason"}`);
  }
  const progress = networks.map(
    ({ network, latest, head }) => `${network} at block ${latest ?? "-"} of ${head ?? "-"}`,
  );
  throw refuse(`it is not synced yet (${progress.join(", ") || "indexing has not begun"})`);
}
