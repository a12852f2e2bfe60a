import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { StorageSettings } from "../config/storage.ts";
import type { Finding } from "../source/node-check.ts";
import type { NeededSchemas } from "../store/postgres/check.ts";
import { creationAdvice, openDatabase } from "./storage.ts";

export interface StorageReport {
  readonly place: string;
  readonly findings: readonly Finding[];
  /** Free bytes of the disk; absent if they are on another machine. */
  readonly freeBytes?: number;
}

/** Checks a data folder or a database and the rights in it, without creating either. */
export function checkStorage(
  storage: StorageSettings,
  chains: readonly string[],
): Promise<StorageReport[]> {
  if (storage.kind === "folder") {
    return Promise.resolve([checkFolder(storage.path)]);
  }
  const { url, chainUrls } = storage;
  const locations = chains.map(openDatabase(storage).chain);
  const urls = [...new Set([url, ...chainUrls.values()])];
  return Promise.all(
    urls.map((server) => {
      const own = locations.filter((location) => location.url === server);
      return checkDatabase(server, {
        chains: own.map(({ schema }) => schema),
        isManagement: server === url,
      });
    }),
  );
}

function checkFolder(path: string): StorageReport {
  const existing = nearestExisting(resolve(path));
  const problem = (text: string): StorageReport => ({
    place: path,
    findings: [{ level: "problem", text }],
  });
  const isCreated = existing === resolve(path);
  if (!statSync(existing).isDirectory()) {
    return problem(`${existing} is not a folder`);
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    // A read-only or full file system shows only when it is written.
    rmdirSync(mkdtempSync(join(existing, ".chainkit-check-")));
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const advice = isCreated
      ? "; run the command as the user who owns the folder"
      : creationAdvice(path);
    return problem(`cannot be written: ${message}${code === "EACCES" ? advice : ""}`);
  }
  const { bavail, bsize } = statfsSync(existing);
  const findings: Finding[] = [
    { level: "ok", text: isCreated ? "can be written" : "will be created" },
    ...(isCreated ? accessFindings(path) : []),
  ];
  return { place: path, findings, freeBytes: bavail * bsize };
}

/** Warns of a folder that other users of the machine can enter, and of each database in it that they can read. */
function accessFindings(folder: string): Finding[] {
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  const isOpen = (path: string) => (modeOf(path) & 0o077) !== 0;
  if (process.platform === "win32" || !isOpen(folder)) {
    return [];
  }
  const files = readdirSync(folder).filter((name) => name.includes(".sqlite"));
  const open = [folder, ...files.map((name) => join(folder, name)).filter(isOpen)];
  return open.map((path) => ({
    level: "warning",
    text:
      `${path} can be read by other users (mode ${modeOf(path).toString(8)}), and may hold management data: ` +
      `run chmod go= '${path}'`,
  }));
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

async function checkDatabase(url: string, needed: NeededSchemas): Promise<StorageReport> {
  const { host, pathname } = new URL(url);
  const place = host + pathname;
  const { readRights } = await import("../store/postgres/check.ts");
  try {
    const rights = await readRights(url, needed);
    const findings: Finding[] = [
      { level: "ok", text: `PostgreSQL ${rights.version}, as role ${rights.role}` },
    ];
    if (rights.missing.length > 0 && !rights.canCreate) {
      const text =
        `role ${rights.role} may not create ${rights.missing.join(", ")}: run ` +
        `"npx @chainkit/server migrate" as the owner of the database, or GRANT CREATE on it`;
      findings.push({ level: "problem", text });
    }
    for (const schema of rights.denied) {
      const text = `role ${rights.role} may not use schema ${schema}: run grants.sql of the guide PostgreSQL`;
      findings.push({ level: "problem", text });
    }
    return { place, findings };
  } catch (error) {
    return { place, findings: [{ level: "problem", text: (error as Error).message }] };
  }
}
