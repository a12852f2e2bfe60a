import type { DeploymentState, KnownDeployment, SubgraphStore } from "../subgraph-store.ts";
import type { Queryable, Row, Session } from "./connection.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { statementsOf } from "./statements.ts";
import { textOf, utf8 } from "./values.ts";

const sql = statementsOf(SHARED_SCHEMA);

const ROW = `SELECT name, version, deployment_id, remote_name, node, state, reason, created_at, until
  FROM :graph_node AS g`;
const TARGET = `SELECT d.version, g.deployment_id FROM :deployment AS d LEFT JOIN :graph_node AS g
  ON g.name = d.name AND g.version = d.version AND g.state = 'deployed'`;
/** Matches intents, and deployments whose version was removed by a service without graph-node. */
const UNFINISHED = `(state <> 'deployed' OR NOT EXISTS (SELECT 1 FROM :deployment AS d
  WHERE d.name = g.name AND d.version = g.version))`;

/** Lock that serializes writers of the registry; readers do not wait. */
const lock = sql`LOCK TABLE :graph_node, :deployment, :tag IN SHARE ROW EXCLUSIVE MODE`;
const all = sql`${ROW} ORDER BY name, created_at, version`;
const one = sql`${ROW} WHERE name = $1 AND version = $2`;
const byRemoteName = sql`${ROW} WHERE remote_name = $1`;
const byHolder = sql`${ROW} WHERE name = $1 AND version = $2 AND holder = $3`;
const unfinished = sql`${ROW} WHERE ${UNFINISHED} AND until <= $1`;
const claimable = sql`${ROW} WHERE name = $1 AND version = $2 AND until <= $3 AND ${UNFINISHED}`;
const byVersion = sql`${TARGET} WHERE d.name = $1 AND d.version = $2`;
const byTag = sql`${TARGET} WHERE d.name = $1
  AND d.version = (SELECT version FROM :tag WHERE name = $1 AND tag = $2)`;
const insert = sql`INSERT INTO :graph_node
  VALUES ($1, $2, $3, $4, $5, $6, NULL, $7, $8, $9)`;
const register = sql`INSERT INTO :deployment VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const unregister = sql`DELETE FROM :deployment WHERE name = $1 AND version = $2`;
const registered = sql`SELECT created_at FROM :deployment WHERE name = $1 AND version = $2`;
const tagged = sql`SELECT 1 FROM :tag WHERE name = $1 AND version = $2 LIMIT 1`;
const hold = sql`UPDATE :graph_node SET state = $3, holder = $4, until = $5
  WHERE name = $1 AND version = $2`;
const settle = sql`UPDATE :graph_node SET state = $4, reason = $5, holder = NULL, until = 0
  WHERE name = $1 AND version = $2 AND holder = $3`;
const drop = sql`DELETE FROM :graph_node WHERE name = $1 AND version = $2 AND holder = $3`;

/** Creates the store of deployments, like `sqlite/subgraph-store.ts`. @param now Unix milliseconds. */
export function openSubgraphStore(session: Session, now: () => number = Date.now): SubgraphStore {
  const change = <Result>(work: (db: Queryable) => Promise<Result>): Promise<Result> =>
    session.transaction(async (db) => {
      await db.run(lock);
      return work(db);
    });
  const first = async (db: Queryable, ...call: Parameters<Queryable["run"]>) =>
    (await db.run(...call)).rows[0];
  const createdAt = async (db: Queryable, key: readonly unknown[]) =>
    Number((await first(db, registered, ...key))?.created_at ?? Math.floor(now() / 1000));
  /** Ends an intent: a removal leaves nothing, a deployment leaves the deployed version. */
  const end = (name: string, version: string, holder: string, gone: DeploymentState) =>
    change(async (db) => {
      const key = [utf8(name), utf8(version)];
      const row = await first(db, byHolder, ...key, holder);
      if (!row) {
        return false;
      }
      if (row.state === gone) {
        return (await db.run(drop, ...key, holder)).count === 1;
      }
      await db.run(register, ...key, row.created_at);
      return (await db.run(settle, ...key, holder, "deployed", null)).count === 1;
    });

  return {
    listDeployments: async () => (await session.run(all)).rows.map(known),
    findDeployment: async (name, version) =>
      (await session.run(one, utf8(name), utf8(version))).rows.map(known)[0],
    findByRemoteName: async (name) => (await session.run(byRemoteName, name)).rows.map(known)[0],
    async resolve(name, target) {
      const key = [utf8(name), utf8(target)];
      const version = await first(session, byVersion, ...key);
      const row = version ?? (await first(session, byTag, ...key));
      return (
        row && {
          version: textOf(row.version) ?? "",
          deploymentId: row.deployment_id as string | null,
          isTag: !version,
        }
      );
    },
    beginDeploy: ({ name, version, deploymentId, remoteName, node }, { holder, until }) =>
      change(async (db) => {
        const key = [utf8(name), utf8(version)];
        const row = await first(db, one, ...key);
        if (!row) {
          if (await first(db, byRemoteName, remoteName)) {
            return "exists";
          }
          const age = await createdAt(db, key);
          const values = [deploymentId, remoteName, node, "deploying", age, holder, until];
          await db.run(insert, ...key, ...values);
          return "begun";
        }
        if (row.state !== "deployed" && Number(row.until) > now()) {
          return "busy";
        }
        const isSame = row.deployment_id === deploymentId && row.remote_name === remoteName;
        if (row.state !== "deploying" || !isSame) {
          return "exists";
        }
        await db.run(hold, ...key, "deploying", holder, until);
        return "resumed";
      }),
    beginRemoval: (name, version, { holder, until }) =>
      change(async (db) => {
        const key = [utf8(name), utf8(version)];
        const row = await first(db, one, ...key);
        if (!row) {
          return { kind: (await first(db, registered, ...key)) ? "local" : "unknown" };
        }
        const isHeld = Number(row.until) > now();
        if (row.state === "deploying" || (row.state === "removing" && isHeld)) {
          return { kind: "busy" };
        }
        if (await first(db, tagged, ...key)) {
          return { kind: "tagged" };
        }
        await db.run(unregister, ...key);
        await db.run(hold, ...key, "removing", holder, until);
        return { kind: "begun", deployment: known(row), isResumed: row.state === "removing" };
      }),
    attach: ({ name, version, deploymentId, remoteName, node }) =>
      change(async (db) => {
        const key = [utf8(name), utf8(version)];
        if ((await first(db, one, ...key)) || (await first(db, byRemoteName, remoteName))) {
          return false;
        }
        const age = await createdAt(db, key);
        await db.run(insert, ...key, deploymentId, remoteName, node, "deployed", age, null, 0);
        await db.run(register, ...key, age);
        return true;
      }),
    listUnfinished: async () => (await session.run(unfinished, now())).rows.map(known),
    claim: (name, version, { holder, until }) =>
      change(async (db) => {
        const key = [utf8(name), utf8(version)];
        const row = await first(db, claimable, ...key, now());
        if (!row) {
          return undefined;
        }
        const state = row.state === "deploying" ? "deploying" : "removing";
        await db.run(hold, ...key, state, holder, until);
        return { ...known(row), state };
      }),
    finish: (name, version, holder) => end(name, version, holder, "removing"),
    cancel: (name, version, holder) => end(name, version, holder, "deploying"),
    release: (name, version, holder, reason) =>
      change(async (db) => {
        const key = [utf8(name), utf8(version)];
        const row = await first(db, byHolder, ...key, holder);
        return row ? (await db.run(settle, ...key, holder, row.state, reason)).count === 1 : false;
      }),
    close: () => session.close(),
  };
}

function known(row: Row): KnownDeployment {
  return {
    name: textOf(row.name) ?? "",
    version: textOf(row.version) ?? "",
    deploymentId: String(row.deployment_id),
    remoteName: String(row.remote_name),
    node: row.node as string | null,
    state: row.state as DeploymentState,
    reason: row.reason as string | null,
    createdAt: Number(row.created_at),
  };
}
