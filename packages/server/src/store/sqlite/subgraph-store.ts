import type {
  DeploymentState,
  EndpointTarget,
  KnownDeployment,
  SubgraphStore,
} from "../subgraph-store.ts";
import { inTransaction, openDatabase } from "./database.ts";
import { STEPS } from "./management-schema.ts";
import { NO_WAIT_MS } from "./management-store.ts";

const COLUMNS = `name, version, deployment_id AS deploymentId, remote_name AS remoteName, node,
                 state, reason, created_at AS createdAt`;
const ROW = `SELECT ${COLUMNS}, until FROM graph_node`;
const TARGET = `SELECT d.version, g.deployment_id AS deploymentId FROM deployment d
                LEFT JOIN graph_node g
                  ON g.name = d.name AND g.version = d.version AND g.state = 'deployed'`;
const TAGGED_VERSION = "SELECT version FROM tag WHERE name = ? AND tag = ?";
/** Matches intents, and deployments whose version was removed by a service without graph-node. */
const UNFINISHED = `(state <> 'deployed' OR NOT EXISTS (SELECT 1 FROM deployment d
                       WHERE d.name = graph_node.name AND d.version = graph_node.version))`;

type Row = KnownDeployment & { readonly until: number };

/**
 * Opens the store of deployments at graph-node, in the file of the management store. While another process
 * has locked the file, methods fail at once.
 *
 * @param now Clock, in Unix milliseconds.
 * @throws Error if a newer version of this program wrote it, or if it is not a store.
 */
export function openSubgraphStore(file: string, now: () => number = Date.now): SubgraphStore {
  const db = openDatabase(file, STEPS, NO_WAIT_MS);
  const byVersion = db.prepare(`${TARGET} WHERE d.name = ? AND d.version = ?`);
  const byTag = db.prepare(`${TARGET} WHERE d.name = ? AND d.version = (${TAGGED_VERSION})`);
  const oneRow = db.prepare(`${ROW} WHERE name = ? AND version = ?`);
  const byRemoteName = db.prepare(`${ROW} WHERE remote_name = ?`);
  const insert = db.prepare("INSERT INTO graph_node VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)");
  const register = db.prepare("INSERT INTO deployment VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const unregister = db.prepare("DELETE FROM deployment WHERE name = ? AND version = ?");
  const hold = db.prepare(
    `UPDATE graph_node SET state = ?, holder = ?, until = ? WHERE name = ? AND version = ?`,
  );
  const settle = db.prepare(
    `UPDATE graph_node SET state = ?, reason = ?, holder = NULL, until = 0
     WHERE name = ? AND version = ? AND holder = ?`,
  );
  const drop = db.prepare("DELETE FROM graph_node WHERE name = ? AND version = ? AND holder = ?");
  const isHeld = db.prepare(`${ROW} WHERE name = ? AND version = ? AND holder = ?`);
  const find = (name: string, version: string) => oneRow.get(name, version) as Row | undefined;
  const isTagged = db.prepare("SELECT 1 FROM tag WHERE name = ? AND version = ?");
  const registered = db.prepare(
    "SELECT created_at AS createdAt FROM deployment WHERE name = ? AND version = ?",
  );
  /** Registers a version; one that exists already retains its creation time. */
  const ageOf = (name: string, version: string) =>
    Number(registered.get(name, version)?.createdAt ?? Math.floor(now() / 1000));
  /** Ends an intent: a removal leaves nothing, a deployment leaves the deployed version. */
  const end = (name: string, version: string, holder: string, gone: DeploymentState) =>
    inTransaction(db, () => {
      const row = isHeld.get(name, version, holder) as Row | undefined;
      if (!row) {
        return false;
      }
      if (row.state === gone) {
        return drop.run(name, version, holder).changes === 1;
      }
      register.run(name, version, row.createdAt);
      return settle.run("deployed", null, name, version, holder).changes === 1;
    });

  return {
    listDeployments: async () =>
      known(db.prepare(`${ROW} ORDER BY name, created_at, version`).all()),
    findDeployment: async (name, version) => known([oneRow.get(name, version)])[0],
    findByRemoteName: async (remoteName) => known([byRemoteName.get(remoteName)])[0],
    async resolve(name, target) {
      const version = byVersion.get(name, target);
      const found = version ?? byTag.get(name, name, target);
      return found && ({ ...found, isTag: !version } as unknown as EndpointTarget);
    },
    beginDeploy: async ({ name, version, deploymentId, remoteName, node }, { holder, until }) =>
      inTransaction(db, () => {
        const row = find(name, version);
        if (!row) {
          if (byRemoteName.get(remoteName)) {
            return "exists";
          }
          const values = [
            deploymentId,
            remoteName,
            node,
            "deploying",
            ageOf(name, version),
            holder,
            until,
          ];
          insert.run(name, version, ...values);
          return "begun";
        }
        if (row.state !== "deployed" && row.until > now()) {
          return "busy";
        }
        const isSame = row.deploymentId === deploymentId && row.remoteName === remoteName;
        if (row.state !== "deploying" || !isSame) {
          return "exists";
        }
        hold.run("deploying", holder, until, name, version);
        return "resumed";
      }),
    beginRemoval: async (name, version, { holder, until }) =>
      inTransaction(db, () => {
        const row = find(name, version);
        if (!row) {
          return { kind: registered.get(name, version) ? "local" : "unknown" };
        }
        if (row.state === "deploying" || (row.state === "removing" && row.until > now())) {
          return { kind: "busy" };
        }
        if (isTagged.get(name, version)) {
          return { kind: "tagged" };
        }
        unregister.run(name, version);
        hold.run("removing", holder, until, name, version);
        return { kind: "begun", deployment: row, isResumed: row.state === "removing" };
      }),
    attach: async ({ name, version, deploymentId, remoteName, node }) =>
      inTransaction(db, () => {
        if (find(name, version) || byRemoteName.get(remoteName)) {
          return false;
        }
        insert.run(
          name,
          version,
          deploymentId,
          remoteName,
          node,
          "deployed",
          ageOf(name, version),
          null,
          0,
        );
        register.run(name, version, ageOf(name, version));
        return true;
      }),
    listUnfinished: async () =>
      known(db.prepare(`${ROW} WHERE ${UNFINISHED} AND until <= ?`).all(now())),
    claim: async (name, version, { holder, until }) =>
      inTransaction(db, () => {
        const sql = `${ROW} WHERE name = ? AND version = ? AND until <= ? AND ${UNFINISHED}`;
        const [row] = known([db.prepare(sql).get(name, version, now())]);
        if (!row) {
          return undefined;
        }
        const state = row.state === "deploying" ? "deploying" : "removing";
        hold.run(state, holder, until, name, version);
        return { ...row, state };
      }),
    finish: async (name, version, holder) => end(name, version, holder, "removing"),
    cancel: async (name, version, holder) => end(name, version, holder, "deploying"),
    release: async (name, version, holder, reason) =>
      inTransaction(db, () => {
        const row = isHeld.get(name, version, holder) as Row | undefined;
        return row ? settle.run(row.state, reason, name, version, holder).changes === 1 : false;
      }),
    close: async () => db.close(),
  };
}

/** Removes the claim from rows. */
function known(rows: readonly unknown[]): KnownDeployment[] {
  return (rows as readonly (Row | undefined)[]).flatMap((row) => {
    if (!row) {
      return [];
    }
    const { until: _, ...deployment } = row;
    return [deployment];
  });
}
