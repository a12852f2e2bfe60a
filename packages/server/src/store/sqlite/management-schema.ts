/** Migrations: each is applied once, and never changed after a release. */
export const STEPS: readonly string[] = [
  `CREATE TABLE deployment (
     name TEXT NOT NULL, version TEXT NOT NULL, created_at INTEGER NOT NULL,
     PRIMARY KEY (name, version)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE tag (
     name TEXT NOT NULL, tag TEXT NOT NULL, version TEXT NOT NULL, created_at INTEGER NOT NULL,
     PRIMARY KEY (name, tag),
     FOREIGN KEY (name, version) REFERENCES deployment (name, version)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX tag_of_version ON tag (name, version);
   CREATE TABLE token (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL, hash BLOB NOT NULL,
     created_at INTEGER NOT NULL, expires_at INTEGER
   ) STRICT, WITHOUT ROWID;
   -- A version without a row has no deployment at graph-node. While it is being deployed or removed,
   -- its row in deployment is missing, so that no tag can point at it.
   CREATE TABLE graph_node (
     name TEXT NOT NULL, version TEXT NOT NULL, deployment_id TEXT NOT NULL,
     remote_name TEXT NOT NULL UNIQUE, node TEXT, state TEXT NOT NULL, reason TEXT,
     created_at INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL,
     PRIMARY KEY (name, version)
   ) STRICT;`,
];
