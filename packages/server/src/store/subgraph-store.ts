/** The deployment behind a version of a subgraph. */
export interface GraphNodeDeployment {
  readonly name: string;
  readonly version: string;
  /** IPFS hash of the manifest, by which graph-node serves and reports it. */
  readonly deploymentId: string;
  /** Name of the subgraph at graph-node; each version has one of its own. */
  readonly remoteName: string;
  /** Id of the indexing node that was asked for; null: graph-node's choice. */
  readonly node: string | null;
}

/** Which side of graph-node's answer a deployment is on; all but `deployed` are recorded intents. */
export type DeploymentState = "deploying" | "deployed" | "removing";

/** A deployment as it is kept. */
export interface KnownDeployment extends GraphNodeDeployment {
  readonly state: DeploymentState;
  /** Why an intent is not carried out yet; null: nothing is known to be wrong. */
  readonly reason: string | null;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** The right to carry out one intent: held by one caller until it expires. */
export interface Claim {
  /** Unique per claim. */
  readonly holder: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/**
 * Outcome of recording a removal. `local`: the version has no deployment at graph-node; `busy`:
 * another caller deploys or removes it now.
 */
type RemovalStart =
  | { readonly kind: "unknown" | "tagged" | "local" | "busy" }
  | {
      readonly kind: "begun";
      readonly deployment: GraphNodeDeployment;
      /** Whether an earlier removal was recorded and not carried out. */
      readonly isResumed: boolean;
    };

/** Where an endpoint leads at this moment. */
export interface EndpointTarget {
  readonly version: string;
  /** Null: the version is registered without a deployment. */
  readonly deploymentId: string | null;
  /** Whether a tag was named, rather than a version. */
  readonly isTag: boolean;
}

/**
 * Deployments of subgraphs at graph-node, and the intents to make or remove one. An intent is
 * recorded before graph-node is asked, so that whatever happens in between can be finished later.
 * Each method is one transaction, and other processes see its effect at once.
 */
export interface SubgraphStore {
  /** By name, then by age. */
  listDeployments(): Promise<readonly KnownDeployment[]>;
  findDeployment(name: string, version: string): Promise<KnownDeployment | undefined>;
  /** The deployment that has a name at graph-node. */
  findByRemoteName(remoteName: string): Promise<KnownDeployment | undefined>;
  /** What a version or a tag of a subgraph means now; a version comes before a tag of its name. */
  resolve(name: string, target: string): Promise<EndpointTarget | undefined>;

  /**
   * Records that a version is about to be deployed. It cannot be tagged until that is finished.
   *
   * @returns `resumed`: the same was recorded before and not carried out; `busy`: another caller
   *   holds it; `exists`: the version, or the name at graph-node, has another deployment.
   */
  beginDeploy(
    deployment: GraphNodeDeployment,
    claim: Claim,
  ): Promise<"begun" | "resumed" | "busy" | "exists">;
  /** Records that a version is about to be removed. From here on it cannot be tagged or queried. */
  beginRemoval(name: string, version: string, claim: Claim): Promise<RemovalStart>;
  /** Registers what is deployed already. @returns false: as `exists` of `beginDeploy`. */
  attach(deployment: GraphNodeDeployment): Promise<boolean>;

  /** Intents that nobody holds, and deployments whose version was removed without graph-node. */
  listUnfinished(): Promise<readonly KnownDeployment[]>;
  /** Takes an intent that nobody holds. @returns The intent; undefined: there is none to take. */
  claim(name: string, version: string, claim: Claim): Promise<KnownDeployment | undefined>;
  /** Carries out an intent in the registry. @returns false: the holder has lost the claim. */
  finish(name: string, version: string, holder: string): Promise<boolean>;
  /** Takes an intent back: all is as it was before it. @returns As `finish`. */
  cancel(name: string, version: string, holder: string): Promise<boolean>;
  /** Keeps an intent for a later attempt, and says why. @returns As `finish`. */
  release(name: string, version: string, holder: string, reason: string): Promise<boolean>;

  close(): Promise<void>;
}
