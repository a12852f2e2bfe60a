import { randomUUID } from "node:crypto";
import type { Claim, GraphNodeDeployment, SubgraphStore } from "../store/subgraph-store.ts";
import type { AdminClient } from "./admin.ts";
import { assertDeploymentId, assertNodeId, remoteNameOf } from "./names.ts";
import { GraphNodeError, kindOf } from "./request.ts";
import type { StatusClient } from "./status.ts";

interface DeploymentParts {
  readonly store: SubgraphStore;
  readonly admin: AdminClient;
  readonly status: StatusClient;
  /** Duration of a claim in milliseconds: longer than the timeouts of all its requests. */
  readonly claimMs: { readonly deploying: number; readonly removing: number };
  /** Clock, in Unix milliseconds. */
  readonly now?: () => number;
}

export interface DeployRequest {
  readonly name: string;
  readonly version: string;
  readonly deploymentId: string;
  readonly node?: string | undefined;
}

/**
 * Creates the deployments of a registry, which are kept consistent with graph-node. Each step at graph-node is idempotent.
 */
export function createDeployments({
  store,
  admin,
  status,
  claimMs,
  now = Date.now,
}: DeploymentParts) {
  const newClaim = (state: "deploying" | "removing"): Claim => ({
    holder: randomUUID(),
    until: now() + claimMs[state],
  });

  const assertFree = async ({ name, version, remoteName, deploymentId }: GraphNodeDeployment) => {
    const own = await store.findDeployment(name, version);
    const other = own ?? (await store.findByRemoteName(remoteName));
    if (other && (other.state !== "deploying" || other.deploymentId !== deploymentId)) {
      throw taken(other);
    }
    const current = own ? undefined : await status.current(remoteName);
    if (current) {
      throw new GraphNodeError(
        "conflict",
        `graph-node has ${current.deploymentId} under the name ${remoteName} already; register it with: subgraph import ${remoteName}`,
      );
    }
  };

  /** Undoes a deployment. @returns Whether it took effect after all, and so is kept. */
  const undoDeploy = async (deployment: GraphNodeDeployment, { holder }: Claim) => {
    const { name, version, remoteName, deploymentId } = deployment;
    const current = await status.current(remoteName);
    if (current?.deploymentId === deploymentId) {
      return store.finish(name, version, holder);
    }
    if (!current) {
      // Removes the name that was created for it.
      await admin.remove(remoteName);
    }
    await store.cancel(name, version, holder);
    return false;
  };

  /** Deploys at graph-node, then in the registry; a rejected deployment is undone in both. */
  const finishDeploy = async (
    deployment: GraphNodeDeployment,
    claim: Claim,
    isResumed: boolean,
  ): Promise<void> => {
    const { name, version, remoteName, deploymentId, node } = deployment;
    // Leaves the intent to `recover`.
    const keep = async (error: Error) => {
      await store.release(name, version, claim.holder, error.message);
    };
    let isCreated = isResumed;
    try {
      await admin.create(remoteName);
      isCreated = true;
      await admin.deploy(remoteName, deploymentId, node);
    } catch (error) {
      if (!isCreated && kindOf(error) === "unreachable") {
        await store.cancel(name, version, claim.holder);
      } else if (kindOf(error) !== "refused") {
        await keep(error as Error);
      } else if (await undoDeploy(deployment, claim).catch(keep)) {
        return;
      }
      throw error;
    }
    await store.finish(name, version, claim.holder);
  };

  /** Removes at graph-node, then in the registry; a removal that had no effect is cancelled. */
  const finishRemoval = async (
    { name, version, remoteName, deploymentId }: GraphNodeDeployment,
    { holder }: Claim,
    isResumed: boolean,
  ): Promise<void> => {
    const isThere = async () => (await status.current(remoteName))?.deploymentId === deploymentId;
    try {
      await admin.remove(remoteName);
    } catch (error) {
      // An earlier request may have taken effect: the version is kept only if graph-node still has it.
      const hadNoEffect = isResumed
        ? kindOf(error) === "refused" && (await isThere().catch(() => false))
        : kindOf(error) !== "no response";
      await (hadNoEffect
        ? store.cancel(name, version, holder)
        : store.release(name, version, holder, (error as Error).message));
      throw error;
    }
    await store.finish(name, version, holder);
  };

  return {
    /**
     * Deploys a version. After a failure with an unknown outcome, the same call finishes it.
     *
     * @throws GraphNodeError `conflict` if the version, or its name at graph-node, has another deployment; `no response` if
     *   the outcome is unknown, and `recover` finishes it; `refused` or `unreachable` if nothing was changed.
     */
    async deploy({ name, version, deploymentId, node }: DeployRequest): Promise<void> {
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
        throw new GraphNodeError("conflict", `${remoteName} is being deployed or removed`);
      }
      if (start === "exists") {
        throw taken(deployment);
      }
      await finishDeploy(deployment, claim, start === "resumed");
    },
    /**
     * Removes a version from graph-node, then from the registry.
     *
     * @returns `removed`; or the reason why nothing was done: `local` means no deployment at graph-node.
     * @throws Error in the same cases as `deploy`.
     */
    async remove(name: string, version: string) {
      const claim = newClaim("removing");
      const start = await store.beginRemoval(name, version, claim);
      if (start.kind === "busy") {
        throw new GraphNodeError("conflict", `${name} ${version} is being deployed or removed`);
      }
      if (start.kind !== "begun") {
        return start.kind;
      }
      await finishRemoval(start.deployment, claim, start.isResumed);
      return "removed" as const;
    },
    /**
     * Finishes interrupted deployments and removals, including those of other processes.
     *
     * @returns Number of those still unfinished.
     */
    async recover(): Promise<number> {
      for (const { name, version } of await store.listUnfinished()) {
        // As long as either may take.
        const claim = newClaim("deploying");
        const intent = await store.claim(name, version, claim);
        const finish = intent?.state === "deploying" ? finishDeploy : finishRemoval;
        // The reason is stored with the intent.
        await (intent && finish(intent, claim, true).catch(() => {}));
      }
      return (await store.listDeployments()).filter(({ state }) => state !== "deployed").length;
    },
  };
}

function taken({ name, version, remoteName }: GraphNodeDeployment): GraphNodeError {
  return new GraphNodeError(
    "conflict",
    `${name} ${version} (${remoteName} at graph-node) is deployed already; remove it first`,
  );
}
