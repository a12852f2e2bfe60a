/** How far a file is: each step is run once, and never changed after a release. */
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
     created_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];
