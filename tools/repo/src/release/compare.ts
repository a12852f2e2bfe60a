import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Change of the contract with its severity. */
export interface Change {
  readonly impact: "major" | "minor" | "patch";
  /** Description of the change, by Redocly's rules. */
  readonly message: string;
  /** Current location, `spec/chain-data.yaml:430`; the previous one if it was removed. */
  readonly place: string;
}

const config = fileURLToPath(new URL("../../redocly.yaml", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
const redocly = join(dirname(manifest), "bin/cli.js");

/** The part of Redocly's report that is read here. */
interface ReportedChange {
  readonly path: string;
  readonly kind: string;
  readonly impact: Change["impact"];
  readonly property?: string;
  readonly verdicts: readonly { readonly message: string }[];
  readonly base?: Place;
  readonly revision?: Place;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * Compares two OpenAPI documents, without network access.
 *
 * @param base Path of the older document.
 * @param revision Path of the newer document.
 * @param root Folder that locations are relative to.
 * @throws Error if one of them cannot be read.
 */
export async function compare(base: string, revision: string, root: string): Promise<Change[]> {
  const args = [
    "diff",
    base,
    revision,
    "--config",
    config,
    "--format",
    "json",
    "--fail-on",
    "none",
  ];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, ...args], {
    cwd: root,
    env,
    timeout: 60_000,
    maxBuffer: 2 ** 27,
  });
  const { changes } = JSON.parse(stdout) as { changes: readonly ReportedChange[] };
  return changes.map(({ impact, verdicts, path, kind, property = "", ...places }) => {
    const { file = "", line = 0 } = places.revision ?? places.base ?? {};
    const said = verdicts.map(({ message }) => message).join(" ");
    return {
      impact,
      message: said || `${kind} ${path} ${property}`.trim(),
      place: `${file}:${line}`,
    };
  });
}
