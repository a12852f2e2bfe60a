import type { Handle, ManagementDb, ManagementSql, SqlValue } from "./handle.ts";
import { IS_REGISTERED, IS_TAGGED, REGISTER, UNREGISTER } from "./management-store.ts";

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
  state, reason, created_at AS "createdAt", until FROM :graph_node AS g`;
const BY_VERSION = `${ROW} WHERE name = ?1 AND version = ?2`;
const BY_REMOTE_NAME = `${ROW} WHERE remote_name = ?1`;
const BY_HOLDER = `${BY_VERSION} AND holder = ?3`;
/** Matches intents, and deployments whose version was removed by a service without graph-node. */
const UNFINISHED = `(state <> 'deployed' OR NOT EXISTS (SELECT 1 FROM :deployment AS d
  WHERE d.name = g.name AND d.version = g.version))`;
const TARGET = `SELECT d.version, g.deployment_id AS "deploymentId" FROM :deployment AS d
  LEFT JOIN :graph_node AS g
    ON g.name = d.name AND g.version = d.version AND g.state = 'deployed' WHERE d.name = ?1`;
const INSERT = "INSERT INTO :graph_node VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL, ?7, ?8, ?9)";
const HOLD = `UPDATE :graph_node SET state = ?3, holder = ?4, until = ?5
  WHERE name = ?1 AND version = ?2`;
const SETTLE = `UPDATE :graph_node SET state = ?4, reason = ?5, holder = NULL, until = 0
  WHERE name = ?1 AND version = ?2 AND holder = ?3`;
const DROP = "DELETE FROM :graph_node WHERE name = ?1 AND version = ?2 AND holder = ?3";

type Row = KnownDeployment & { readonly until: number };
type Target = Omit<EndpointTarget, "isTag">;
type Key = readonly [name: SqlValue, version: SqlValue];

/** Creates the store of deployments at graph-node. @param now Clock, in Unix milliseconds. */
export function subgraphStore(
  handle: Handle<ManagementDb>,
  now: () => number = Date.now,
): SubgraphStore {
  const read = <Result>(work: (sql: ManagementSql) => Promise<Result>) =>
    handle.use((db) => db.read(work));
  /** Runs work on a version. */
  const change = <Result>(
    name: string,
    version: string,
    work: (sql: ManagementSql, key: Key) => Promise<Result>,
  ) => handle.use((db) => db.write((sql) => work(sql, [sql.text(name), sql.text(version)])));
  /** Returns the age of a version; one that is registered already retains its creation time. */
  const createdAt = async (sql: ManagementSql, key: Key) =>
    Number((await sql.get(IS_REGISTERED, ...key))?.createdAt ?? Math.floor(now() / 1000));
  /** Ends an intent: a removal leaves nothing, a deployment leaves the deployed version. */
  const end = (name: string, version: string, holder: string, gone: DeploymentState) =>
    change(name, version, async (sql, key) => {
      const row = await sql.get<Row>(BY_HOLDER, ...key, holder);
      if (!row) {
        return false;
      }
      if (row.state === gone) {
        return (await sql.run(DROP, ...key, holder)) === 1;
      }
      await sql.run(REGISTER, ...key, row.createdAt);
      return (await sql.run(SETTLE, ...key, holder, "deployed", null)) === 1;
    });

  return {
    listDeployments: () =>
      read(async (sql) => known(await sql.all<Row>(`${ROW} ORDER BY name, created_at, version`))),
    findDeployment: (name, version) =>
      read(
        async (sql) =>
          known([await sql.get<Row>(BY_VERSION, sql.text(name), sql.text(version))])[0],
      ),
    findByRemoteName: (remoteName) =>
      read(async (sql) => known([await sql.get<Row>(BY_REMOTE_NAME, remoteName)])[0]),
    resolve: (name, target) =>
      read(async (sql) => {
        const key = [sql.text(name), sql.text(target)];
        const version = await sql.get<Target>(`${TARGET} AND d.version = ?2`, ...key);
        const tagged = "(SELECT version FROM :tag WHERE name = ?1 AND tag = ?2)";
        const found =
          version ?? (await sql.get<Target>(`${TARGET} AND d.version = ${tagged}`, ...key));
        return found && { ...found, isTag: !version };
      }),
    beginDeploy: ({ name, version, deploymentId, remoteName, node }, { holder, until }) =>
      change(name, version, async (sql, key) => {
        const row = await sql.get<Row>(BY_VERSION, ...key);
        if (!row) {
          if (await sql.get(BY_REMOTE_NAME, remoteName)) {
            return "exists";
          }
          const age = await createdAt(sql, key);
          const values = [deploymentId, remoteName, node, "deploying", age, holder, until];
          await sql.run(INSERT, ...key, ...values);
          return "begun";
        }
        if (row.state !== "deployed" && row.until > now()) {
          return "busy";
        }
        const isSame = row.deploymentId === deploymentId && row.remoteName === remoteName;
        if (row.state !== "deploying" || !isSame) {
          return "exists";
        }
        await sql.run(HOLD, ...key, "deploying", holder, until);
        return "resumed";
      }),
    beginRemoval: (name, version, { holder, until }) =>
      change(name, version, async (sql, key): Promise<RemovalStart> => {
        const row = await sql.get<Row>(BY_VERSION, ...key);
        if (!row) {
          return { kind: (await sql.get(IS_REGISTERED, ...key)) ? "local" : "unknown" };
        }
        if (row.state === "deploying" || (row.state === "removing" && row.until > now())) {
          return { kind: "busy" };
        }
        if (await sql.get(IS_TAGGED, ...key)) {
          return { kind: "tagged" };
        }
        await sql.run(UNREGISTER, ...key);
        await sql.run(HOLD, ...key, "removing", holder, until);
        return { kind: "begun", deployment: row, isResumed: row.state === "removing" };
      }),
    attach: ({ name, version, deploymentId, remoteName, node }) =>
      change(name, version, async (sql, key) => {
        if ((await sql.get(BY_VERSION, ...key)) || (await sql.get(BY_REMOTE_NAME, remoteName))) {
          return false;
        }
        const age = await createdAt(sql, key);
        await sql.run(INSERT, ...key, deploymentId, remoteName, node, "deployed", age, null, 0);
        await sql.run(REGISTER, ...key, age);
        return true;
      }),
    listUnfinished: () =>
      read(async (sql) =>
        known(await sql.all<Row>(`${ROW} WHERE ${UNFINISHED} AND until <= ?1`, now())),
      ),
    claim: (name, version, { holder, until }) =>
      change(name, version, async (sql, key) => {
        const claimable = `${BY_VERSION} AND until <= ?3 AND ${UNFINISHED}`;
        const [row] = known([await sql.get<Row>(claimable, ...key, now())]);
        if (!row) {
          return undefined;
        }
        const state = row.state === "deploying" ? "deploying" : "removing";
        await sql.run(HOLD, ...key, state, holder, until);
        return { ...row, state };
      }),
    finish: (name, version, holder) => end(name, version, holder, "removing"),
    cancel: (name, version, holder) => end(name, version, holder, "deploying"),
    release: (name, version, holder, reason) =>
      change(name, version, async (sql, key) => {
        const row = await sql.get<Row>(BY_HOLDER, ...key, holder);
        return row ? (await sql.run(SETTLE, ...key, holder, row.state, reason)) === 1 : false;
      }),
    close: handle.close,
  };
}

/** Removes the claim from rows. */
function known(rows: readonly (Row | undefined)[]): KnownDeployment[] {
  return rows.flatMap((row) => {
    if (!row) {
      return [];
    }
    const { until: _, ...deployment } = row;
    return [deployment];
  });
}
