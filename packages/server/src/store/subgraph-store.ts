/** The deployment behind a version of a subgraph. */
export interface GraphNodeDeployment {
  readonly name: string;
  readonly version: string;
  /** IPFS hash of the manifest, by which graph-node serves and reports it. */
  readonly deploymentId: string;
  /** Name of the subgraph at graph-node, unique per version. */
  readonly remoteName: string;
  /** Id of the requested indexing node; null: chosen by graph-node. */
  readonly node: string | null;
}

/** State of a deployment; all states except `deployed` are recorded intents. */
export type DeploymentState = "deploying" | "deployed" | "removing";

/** A stored deployment. */
export interface KnownDeployment extends GraphNodeDeployment {
  readonly state: DeploymentState;
  /** Reason why an intent is unfinished; null if there is no known problem. */
  readonly reason: string | null;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** Claim to carry out an intent, exclusive until it expires. */
export interface Claim {
  /** Unique per claim. */
  readonly holder: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/**
 * Outcome of recording a removal. `local`: the version has no deployment at graph-node; `busy`:
 * another caller is deploying or removing it.
 */
export type RemovalStart =
  | { readonly kind: "unknown" | "tagged" | "local" | "busy" }
  | {
      readonly kind: "begun";
      readonly deployment: GraphNodeDeployment;
      /** Whether an earlier removal was recorded and not finished. */
      readonly isResumed: boolean;
    };

/** Current target of an endpoint. */
export interface EndpointTarget {
  readonly version: string;
  /** Null if the version is registered without a deployment. */
  readonly deploymentId: string | null;
  /** Whether the name is a tag rather than a version. */
  readonly isTag: boolean;
}

/**
 * Deployments of subgraphs at graph-node, and intents to create or remove one. An intent is recorded
 * before the request to graph-node, so that it can be finished after an interruption.
 * Each method is one transaction, whose effect other processes see at once.
 */
export interface SubgraphStore {
  /** Ordered by name, then by age. */
  listDeployments(): Promise<readonly KnownDeployment[]>;
  findDeployment(name: string, version: string): Promise<KnownDeployment | undefined>;
  /** Finds the deployment with a name at graph-node. */
  findByRemoteName(remoteName: string): Promise<KnownDeployment | undefined>;
  /** Resolves a version or tag of a subgraph; a version takes precedence over a tag of the same name. */
  resolve(name: string, target: string): Promise<EndpointTarget | undefined>;

  /**
   * Records the intent to deploy a version, which cannot be tagged until it is deployed.
   *
   * @returns `resumed`: the same intent was recorded before and not finished; `busy`: another caller
   *   holds it; `exists`: the version, or the name at graph-node, has another deployment.
   */
  beginDeploy(
    deployment: GraphNodeDeployment,
    claim: Claim,
  ): Promise<"begun" | "resumed" | "busy" | "exists">;
  /** Records the intent to remove a version, which can no longer be tagged or queried. */
  beginRemoval(name: string, version: string, claim: Claim): Promise<RemovalStart>;
  /** Registers an existing deployment. @returns false in the case `exists` of `beginDeploy`. */
  attach(deployment: GraphNodeDeployment): Promise<boolean>;

  /** Lists unclaimed intents, and deployments whose version was removed without graph-node. */
  listUnfinished(): Promise<readonly KnownDeployment[]>;
  /** Claims an unclaimed intent. @returns The intent; undefined if there is none. */
  claim(name: string, version: string, claim: Claim): Promise<KnownDeployment | undefined>;
  /** Completes an intent in the registry. @returns false if the holder has lost the claim. */
  finish(name: string, version: string, holder: string): Promise<boolean>;
  /** Cancels an intent and restores the previous state. @returns As `finish`. */
  cancel(name: string, version: string, holder: string): Promise<boolean>;
  /** Releases an intent for a later attempt, with the reason. @returns As `finish`. */
  release(name: string, version: string, holder: string, reason: string): Promise<boolean>;

  close(): Promise<void>;
}
