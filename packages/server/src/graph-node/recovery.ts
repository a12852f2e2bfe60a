import type { Claim, GraphNodeDeployment, SubgraphStore } from "../store/subgraph-store.ts";
import type { AdminClient } from "./admin.ts";
import { GraphNodeRefusedError, GraphNodeUnreachableError } from "./errors.ts";
import type { StatusClient } from "./status.ts";

/** What deployments are made and removed with. */
export interface DeploymentParts {
  readonly store: SubgraphStore;
  readonly admin: AdminClient;
  readonly status: StatusClient;
  /** Milliseconds that a caller holds an intent: more than all of its requests may take. */
  readonly claimMs: { readonly deploying: number; readonly removing: number };
  /** Clock, in Unix milliseconds. */
  readonly now?: () => number;
}

/** Makes the claim on an intent, from now on. */
export type NewClaim = (state: "deploying" | "removing") => Claim;

/** Carries out intents, also those that somebody else recorded and left. */
export interface Recovery {
  /** Deploys at graph-node, then in the registry; what is refused is undone in both. */
  finishDeploy(deployment: GraphNodeDeployment, claim: Claim, isResumed: boolean): Promise<void>;
  /** Removes at graph-node, then in the registry; what is refused and still there stays. */
  finishRemoval(deployment: GraphNodeDeployment, claim: Claim): Promise<void>;
  /** Finishes all intents that nobody holds. @returns Number of those that are still open. */
  recover(): Promise<number>;
}

/** Makes what carries out intents. Each step may be done again without harm. */
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

  /** @returns Whether the deployment is there after all. */
  const undoDeploy = async (deployment: GraphNodeDeployment, { holder }: Claim) => {
    const { name, version, remoteName, deploymentId } = deployment;
    const current = await status.current(remoteName);
    if (current?.deploymentId === deploymentId) {
      return store.finish(name, version, holder);
    }
    if (!current) {
      // Nothing is left of a name that was made for it.
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
        // An earlier request may have taken effect: only what is seen to be there is kept.
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
        // The reason is kept with the intent.
        await finished?.catch(() => {});
      }
      return (await store.listDeployments()).filter(({ state }) => state !== "deployed").length;
    },
  };
  return recovery;
}
