import { createSecretKey } from "node:crypto";
import { exportRows, importRows, type ManagementRows } from "../store/management-copy.ts";
import { openManagementData } from "../store/open.ts";
import type { Deployment } from "./deployment.ts";

const FORMAT = "chainkit management 1";

/** Subgraph versions, tags, tokens and the keys of cursors, as JSON. */
export interface ManagementDocument extends ManagementRows {
  readonly format: typeof FORMAT;
  /** Keys in hexadecimal; the first one signs. */
  readonly cursorKeys: readonly string[];
}

/**
 * Reads the management data of a deployment.
 *
 * @throws Error if a subgraph is being deployed or removed, which would be finished in the original only.
 */
export async function exportManagement(
  deployment: Deployment,
  now: () => number = Date.now,
): Promise<ManagementDocument> {
  const handle = await openManagementData(deployment.management);
  try {
    const rows = await exportRows(handle);
    const claimed = rows.deployments.find(({ until }) => Number(until) > now());
    if (claimed) {
      const { name, version } = claimed;
      throw new Error(`${name} ${version} is being deployed or removed: repeat the command later`);
    }
    const deployments = rows.deployments.map((row) => ({ ...row, until: 0 }));
    const keys = await deployment.storedCursorKeys();
    const cursorKeys = keys.map((key) => key.export().toString("hex"));
    return { format: FORMAT, ...rows, deployments, cursorKeys };
  } finally {
    await handle.close();
  }
}

/**
 * Writes management data to a deployment, in one transaction; what was written is compared before it is
 * committed.
 *
 * @returns Summary of the import.
 * @throws Error if the deployment has versions, tags or tokens.
 */
export async function importManagement(
  deployment: Deployment,
  document: ManagementDocument,
): Promise<string> {
  const { versions, tags, tokens, deployments } = document;
  const handle = await openManagementData(deployment.management);
  try {
    await importRows(handle, { versions, tags, tokens, deployments }, deployment.place);
  } finally {
    await handle.close();
  }
  const keys = document.cursorKeys.map((key) => createSecretKey(Buffer.from(key, "hex")));
  const isAccepted = await deployment.addCursorKeys(keys);
  const counts = `${versions.length} versions, ${tags.length} tags and ${tokens.length} tokens`;
  const cursors = isAccepted
    ? "cursors in use stay valid"
    : `${deployment.place} has a key of cursors already: cursors in use become invalid`;
  return `${counts} written and equal; ${cursors}`;
}

/** Reads a document. @throws Error if the text is none. */
export function parseManagement(text: string, file: string): ManagementDocument {
  const document: unknown = JSON.parse(text);
  if (!isDocument(document)) {
    throw new Error(`${file} is not a document of management export`);
  }
  return document;
}

function isDocument(value: unknown): value is ManagementDocument {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const document = value as Partial<Record<keyof ManagementDocument, unknown>>;
  const { format, versions, tags, tokens, deployments, cursorKeys } = document;
  return (
    format === FORMAT && [versions, tags, tokens, deployments, cursorKeys].every(Array.isArray)
  );
}
