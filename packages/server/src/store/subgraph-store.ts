import type { Handle, ManagementDb, ManagementSql } from "./handle.ts";
import { IS_REGISTERED, IS_TAGGED, REGISTER, UNREGISTER } from "./management-store.ts";
import type { Values } from "./steps.ts";

interface VersionName {
  readonly name: string;
  readonly version: string;
}

/** The deployment behind a version of a subgraph. */
export interface GraphNodeDeployment extends VersionName {
  /** IPFS hash of the manifest, by which graph-node serves and reports it. */
  readonly deploymentId: string;
  /** Name of the subgraph at graph-node, unique per version. */
  readonly remoteName: string;
  /** Id of the requested indexing node; null: chosen by graph-node. */
  readonly node: string | null;
}

/** State of a deployment; all states except `deployed` are recorded intents. */
type DeploymentState = "deploying" | "deployed" | "removing";

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
type RemovalStart =
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

const ROW = `SELECT name, version, deployment_id AS "deploymentId", remote_name AS "remoteName", node,
  state, reason, created_at AS "createdAt" FROM :graph_node AS g`;
const IS_VERSION = "name = @name AND version = @version";
const BY_VERSION = `${ROW} WHERE ${IS_VERSION}`;
const BY_REMOTE_NAME = `${ROW} WHERE remote_name = @remoteName`;
const IS_HELD = `${IS_VERSION} AND holder = @holder`;
const BY_HOLDER = `${ROW} WHERE ${IS_HELD}`;
const IS_CLAIMED = `SELECT 1 FROM :graph_node WHERE ${IS_VERSION} AND until > @now`;
/** Matches intents, and deployments whose version was removed by a service without graph-node. */
const UNFINISHED = `(state <> 'deployed' OR NOT EXISTS (SELECT 1 FROM :deployment AS d
  WHERE d.name = g.name AND d.version = g.version))`;
const TARGET = `SELECT d.version, g.deployment_id AS "deploymentId" FROM :deployment AS d
  LEFT JOIN :graph_node AS g
    ON g.name = d.name AND g.version = d.version AND g.state = 'deployed' WHERE d.name = @name`;
const INSERT = `INSERT INTO :graph_node VALUES (@name, @version, @deploymentId, @remoteName, @node, @state,
  NULL, @createdAt, @holder, @until)`;
const HOLD = `UPDATE :graph_node SET state = @state, holder = @holder, until = @until WHERE ${IS_VERSION}`;
const SETTLE = `UPDATE :graph_node SET state = @state, reason = @reason, holder = NULL, until = 0
  WHERE ${IS_HELD}`;
const DROP = `DELETE FROM :graph_node WHERE ${IS_HELD}`;

type Target = Omit<EndpointTarget, "isTag">;

/** Creates the store of deployments at graph-node. @param now Clock, in Unix milliseconds. */
export function subgraphStore(
  handle: Handle<ManagementDb>,
  now: () => number = Date.now,
): SubgraphStore {
  const read = <Result>(work: (sql: ManagementSql) => Promise<Result>) =>
    handle.use((db) => db.read(work));
  const write = <Result>(work: (sql: ManagementSql) => Promise<Result>) =>
    handle.use((db) => db.write(work));
  const find = (text: string, values: Values) =>
    read((sql) => sql.get<KnownDeployment>(text, values));
  /** Whether a caller has the claim to an intent. */
  const isClaimed = async (sql: ManagementSql, { name, version }: VersionName) =>
    (await sql.get(IS_CLAIMED, { name, version, now: now() })) !== undefined;
  /** Returns the age of a version; one that is registered already retains its creation time. */
  const createdAt = async (sql: ManagementSql, key: Values) =>
    (await sql.get<{ createdAt: number }>(IS_REGISTERED, key))?.createdAt ??
    Math.floor(now() / 1000);
  /** Changes an intent that a caller holds. @returns Whether it does. */
  const settle = (
    key: VersionName & { readonly holder: string },
    work: (sql: ManagementSql, row: KnownDeployment) => Promise<unknown>,
  ) =>
    write(async (sql) => {
      const row = await sql.get<KnownDeployment>(BY_HOLDER, { ...key });
      if (row) {
        await work(sql, row);
      }
      return row !== undefined;
    });
  /** Ends an intent: a removal leaves nothing, a deployment leaves the deployed version. */
  const end = (name: string, version: string, holder: string, gone: DeploymentState) =>
    settle({ name, version, holder }, async (sql, row) => {
      if (row.state === gone) {
        return sql.run(DROP, { name, version, holder });
      }
      await sql.run(REGISTER, { name, version, createdAt: row.createdAt });
      return sql.run(SETTLE, { name, version, holder, state: "deployed", reason: null });
    });

  return {
    listDeployments: () => read((sql) => sql.all(`${ROW} ORDER BY name, created_at, version`)),
    findDeployment: (name, version) => find(BY_VERSION, { name, version }),
    findByRemoteName: (remoteName) => find(BY_REMOTE_NAME, { remoteName }),
    resolve: (name, target) =>
      read(async (sql) => {
        const values = { name, target };
        const version = await sql.get<Target>(`${TARGET} AND d.version = @target`, values);
        const tagged = "(SELECT version FROM :tag WHERE name = @name AND tag = @target)";
        const found =
          version ?? (await sql.get<Target>(`${TARGET} AND d.version = ${tagged}`, values));
        return found && { ...found, isTag: !version };
      }),
    beginDeploy: (deployment, claim) =>
      write(async (sql) => {
        const { deploymentId, remoteName } = deployment;
        const row = await sql.get<KnownDeployment>(BY_VERSION, { ...deployment });
        if (!row) {
          if (await sql.get(BY_REMOTE_NAME, { remoteName })) {
            return "exists";
          }
          const age = await createdAt(sql, { ...deployment });
          await sql.run(INSERT, { ...deployment, ...claim, state: "deploying", createdAt: age });
          return "begun";
        }
        if (row.state !== "deployed" && (await isClaimed(sql, row))) {
          return "busy";
        }
        const isSame = row.deploymentId === deploymentId && row.remoteName === remoteName;
        if (row.state !== "deploying" || !isSame) {
          return "exists";
        }
        await sql.run(HOLD, { ...deployment, ...claim, state: "deploying" });
        return "resumed";
      }),
    beginRemoval: (name, version, claim) =>
      write(async (sql): Promise<RemovalStart> => {
        const key = { name, version };
        const row = await sql.get<KnownDeployment>(BY_VERSION, key);
        if (!row) {
          return { kind: (await sql.get(IS_REGISTERED, key)) ? "local" : "unknown" };
        }
        if (
          row.state === "deploying" ||
          (row.state === "removing" && (await isClaimed(sql, row)))
        ) {
          return { kind: "busy" };
        }
        if (await sql.get(IS_TAGGED, key)) {
          return { kind: "tagged" };
        }
        await sql.run(UNREGISTER, key);
        await sql.run(HOLD, { ...key, ...claim, state: "removing" });
        return { kind: "begun", deployment: row, isResumed: row.state === "removing" };
      }),
    attach: (deployment) =>
      write(async (sql) => {
        const values = { ...deployment, state: "deployed", holder: null, until: 0 };
        if ((await sql.get(BY_VERSION, values)) || (await sql.get(BY_REMOTE_NAME, values))) {
          return false;
        }
        const age = await createdAt(sql, values);
        await sql.run(INSERT, { ...values, createdAt: age });
        await sql.run(REGISTER, { ...values, createdAt: age });
        return true;
      }),
    listUnfinished: () =>
      read((sql) => sql.all(`${ROW} WHERE ${UNFINISHED} AND until <= @now`, { now: now() })),
    claim: (name, version, claim) =>
      write(async (sql) => {
        const claimable = `${BY_VERSION} AND until <= @now AND ${UNFINISHED}`;
        const row = await sql.get<KnownDeployment>(claimable, { name, version, now: now() });
        if (!row) {
          return undefined;
        }
        const state = row.state === "deploying" ? "deploying" : "removing";
        await sql.run(HOLD, { name, version, ...claim, state });
        return { ...row, state };
      }),
    finish: (name, version, holder) => end(name, version, holder, "removing"),
    cancel: (name, version, holder) => end(name, version, holder, "deploying"),
    release: (name, version, holder, reason) =>
      settle({ name, version, holder }, (sql, { state }) =>
        sql.run(SETTLE, { name, version, holder, state, reason }),
      ),
    close: handle.close,
  };
}
