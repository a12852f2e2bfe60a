import { randomUUID } from "node:crypto";
import type { Claim, GraphNodeDeployment } from "../store/subgraph-store.ts";
import { assertDeploymentId, assertNodeId, remoteNameOf } from "./names.ts";
import { createRecovery, type DeploymentParts, type NewClaim } from "./recovery.ts";
import { DeploymentError, GraphNodeNoResponseError } from "./request.ts";

/** Version to deploy. */
interface DeployRequest {
  readonly name: string;
  readonly version: string;
  readonly deploymentId: string;
  readonly node?: string | undefined;
}

/** Deployments of subgraphs, kept consistent between registry and graph-node. */
export interface Deployments {
  /**
   * Deploys a version. After a failure with an unknown outcome, the same call finishes it.
   *
   * @throws DeploymentError if the version, or its name at graph-node, has another deployment.
   * @throws GraphNodeRefusedError | GraphNodeUnreachableError if nothing was changed.
   * @throws GraphNodeNoResponseError if the outcome is unknown; `recover` finishes it.
   */
  deploy(request: DeployRequest): Promise<void>;
  /**
   * Removes a version from graph-node, then from the registry.
   *
   * @returns `removed`; or the reason why nothing was done: `local` means no deployment at graph-node.
   * @throws Error in the same cases as `deploy`.
   */
  remove(name: string, version: string): Promise<"removed" | "local" | "unknown" | "tagged">;
  /** Finishes interrupted deployments and removals. @returns Number of those still unfinished. */
  recover(): Promise<number>;
}

/** Creates the deployments of a registry. */
export function createDeployments(parts: DeploymentParts): Deployments {
  const { store, admin, status, claimMs, now = Date.now } = parts;
  const newClaim: NewClaim = (state) => ({ holder: randomUUID(), until: now() + claimMs[state] });
  const recovery = createRecovery(parts, newClaim);

  const assertFree = async ({ name, version, remoteName, deploymentId }: GraphNodeDeployment) => {
    const own = await store.findDeployment(name, version);
    const other = own ?? (await store.findByRemoteName(remoteName));
    if (other && (other.state !== "deploying" || other.deploymentId !== deploymentId)) {
      throw taken(other);
    }
    const current = own ? undefined : await status.current(remoteName);
    if (current) {
      throw new DeploymentError(
        "conflict",
        `graph-node has ${current.deploymentId} under the name ${remoteName} already; register it with: subgraph import ${remoteName}`,
      );
    }
  };

  return {
    async deploy({ name, version, deploymentId, node }) {
      const remoteName = remoteNameOf(name, version);
      assertDeploymentId(deploymentId);
      if (node !== undefined) {
        assertNodeId(node);
      }
      const deployment = { name, version, deploymentId, remoteName, node: node ?? null };
      await assertFree(deployment);
      const claim = newClaim("deploying");
      const start = await store.beginDeploy(deployment, claim);
      if (start === "busy") {
        throw new DeploymentError("conflict", `${remoteName} is being deployed or removed`);
      }
      if (start === "exists") {
        throw taken(deployment);
      }
      await recovery.finishDeploy(deployment, claim, start === "resumed");
    },
    async remove(name, version) {
      const claim = newClaim("removing");
      const start = await store.beginRemoval(name, version, claim);
      if (start.kind === "busy") {
        throw new DeploymentError("conflict", `${name} ${version} is being deployed or removed`);
      }
      if (start.kind !== "begun") {
        return start.kind;
      }
      if (start.isResumed) {
        await recovery.finishRemoval(start.deployment, claim);
      } else {
        await removeFirst(start.deployment, claim);
      }
      return "removed";
    },
    recover: recovery.recover,
  };

  async function removeFirst(deployment: GraphNodeDeployment, { holder }: Claim): Promise<void> {
    const { name, version, remoteName } = deployment;
    try {
      await admin.remove(remoteName);
    } catch (error) {
      // Only a request that may have taken effect has to be finished later.
      if (error instanceof GraphNodeNoResponseError) {
        await store.release(name, version, holder, error.message);
      } else {
        await store.cancel(name, version, holder);
      }
      throw error;
    }
    await store.finish(name, version, holder);
  }
}

function taken({ name, version, remoteName }: GraphNodeDeployment): DeploymentError {
  return new DeploymentError(
    "conflict",
    `${name} ${version} (${remoteName} at graph-node) is deployed already; remove it first`,
  );
}
