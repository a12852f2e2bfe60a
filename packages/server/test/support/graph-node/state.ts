/** A deployment as the stand-in has it. */
export interface StandInDeployment {
  readonly id: string;
  synced: boolean;
  health: "healthy" | "unhealthy" | "failed";
  error: string | null;
  /** Null after its last name was removed. */
  node: string | null;
  network: string;
  latest: number;
  head: number;
}

/** What goes wrong with the next requests of a kind. */
export type Fault =
  /** Refused with the error of the method, before anything is done. */
  | { readonly kind: "refuse"; readonly message?: string }
  /** Refused by a gateway in front. */
  | { readonly kind: "status"; readonly status: number }
  /** The connection breaks before or after the work is done. */
  | { readonly kind: "break"; readonly at: "before" | "after" }
  /** No response ever comes; the work is done or not. */
  | { readonly kind: "hang"; readonly at: "before" | "after" };

/** What graph-node knows, and the faults that a test has it show. */
export class GraphNodeState {
  /** What each name stands for; null: the name was only created. */
  readonly names = new Map<string, string | null>();
  readonly deployments = new Map<string, StandInDeployment>();
  /** Manifests that IPFS does not have. */
  readonly missing = new Set<string>();
  /** Refuses to do again what is done, as older versions do. */
  isStrict = false;
  /** By method of JSON-RPC, or `query`, or `status`. */
  readonly faults = new Map<string, Fault>();
  /** Requests as they came: `subgraph_remove transfers/v1`. */
  readonly log: string[] = [];

  create(name: string): string {
    if (this.isStrict && this.names.has(name)) {
      throw new Error(`subgraph already exists: ${name}`);
    }
    if (!this.names.has(name)) {
      this.names.set(name, null);
    }
    return name;
  }

  deploy(name: string, id: string, node: string): void {
    if (this.missing.has(id)) {
      throw new Error(
        `subgraph resolve error: resolve error: Failed to get file from IPFS: /ipfs/${id}`,
      );
    }
    if (!this.names.has(name)) {
      throw new Error(`subgraph name not found: ${name}`);
    }
    this.names.set(name, id);
    const known = this.deployments.get(id);
    if (known) {
      known.node ??= node;
    } else {
      const fresh = { synced: false, health: "healthy", error: null, latest: 5, head: 10 } as const;
      this.deployments.set(id, { ...fresh, id, node, network: "mainnet" });
    }
    this.#unassignUnused();
  }

  remove(name: string): void {
    if (this.isStrict && !this.names.has(name)) {
      throw new Error(`subgraph name not found: ${name}`);
    }
    this.names.delete(name);
    this.#unassignUnused();
  }

  /** Data of a deployment without a name stay for a while; nobody indexes it any more. */
  #unassignUnused(): void {
    const used = new Set(this.names.values());
    for (const deployment of this.deployments.values()) {
      if (!used.has(deployment.id)) {
        deployment.node = null;
      }
    }
  }
}
