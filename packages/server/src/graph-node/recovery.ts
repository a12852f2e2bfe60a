import type { Claim, GraphNodeDeployment, SubgraphStore } from "../store/subgraph-store.ts";
import type { AdminClient } from "./admin.ts";
import { GraphNodeRefusedError, GraphNodeUnreachableError } from "./request.ts";
import type { StatusClient } from "./status.ts";

/** Dependencies of deployments. */
export interface DeploymentParts {
  readonly store: SubgraphStore;
  readonly admin: AdminClient;
  readonly status: StatusClient;
  /** Duration of a claim in milliseconds: longer than the timeouts of all its requests. */
  readonly claimMs: { readonly deploying: number; readonly removing: number };
  /** Clock, in Unix milliseconds. */
  readonly now?: () => number;
}

/** Creates a claim that starts now. */
export type NewClaim = (state: "deploying" | "removing") => Claim;

/** Executes recorded intents, including those of other processes. */
export interface Recovery {
  /** Deploys at graph-node, then in the registry; a rejected deployment is undone in both. */
  finishDeploy(deployment: GraphNodeDeployment, claim: Claim, isResumed: boolean): Promise<void>;
  /** Removes at graph-node, then in the registry; a rejected removal is cancelled if it had no effect. */
  finishRemoval(deployment: GraphNodeDeployment, claim: Claim): Promise<void>;
  /** Finishes all intents without a claim. @returns Number of those still unfinished. */
  recover(): Promise<number>;
}

/** Creates the recovery. Each of its steps is idempotent. */
export function createRecovery(
  { store, admin, status }: DeploymentParts,
  newClaim: NewClaim,
): Recovery {
  const keep = async (
    { name, version }: GraphNodeDeployment,
    { holder }: Claim,
    error: unknown,
  ) => {
    await store.release(name, version, holder, (error as Error).message);
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

  const recovery: Recovery = {
    async finishDeploy(deployment, claim, isResumed) {
      const { name, version, remoteName, deploymentId, node } = deployment;
      let isCreated = isResumed;
      try {
        await admin.create(remoteName);
        isCreated = true;
        await admin.deploy(remoteName, deploymentId, node);
      } catch (error) {
        if (!isCreated && error instanceof GraphNodeUnreachableError) {
          await store.cancel(name, version, claim.holder);
        } else if (error instanceof GraphNodeRefusedError) {
          const undone = undoDeploy(deployment, claim);
          if (await undone.catch((failed) => keep(deployment, claim, failed))) {
            return;
          }
        } else {
          await keep(deployment, claim, error);
        }
        throw error;
      }
      await store.finish(name, version, claim.holder);
    },
    async finishRemoval(deployment, claim) {
      const { name, version, remoteName, deploymentId } = deployment;
      try {
        await admin.remove(remoteName);
      } catch (error) {
        // An earlier request may have taken effect: the version is kept only if graph-node still has it.
        const isThere = await status.current(remoteName).then(
          (current) => current?.deploymentId === deploymentId,
          () => false,
        );
        if (isThere && error instanceof GraphNodeRefusedError) {
          await store.cancel(name, version, claim.holder);
        } else {
          await keep(deployment, claim, error);
        }
        throw error;
      }
      await store.finish(name, version, claim.holder);
    },
    async recover() {
      for (const { name, version, state } of await store.listUnfinished()) {
        const claim = newClaim(state === "deploying" ? "deploying" : "removing");
        const intent = await store.claim(name, version, claim);
        const finished =
          intent?.state === "deploying"
            ? recovery.finishDeploy(intent, claim, true)
            : intent && recovery.finishRemoval(intent, claim);
        // The reason is stored with the intent.
        await finished?.catch(() => {});
      }
      return (await store.listDeployments()).filter(({ state }) => state !== "deployed").length;
    },
  };
  return recovery;
}
