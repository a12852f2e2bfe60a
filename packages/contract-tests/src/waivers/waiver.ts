import { readFile } from "node:fs/promises";
import type { Kind } from "../cases/case.ts";
import type { FindingKind } from "../judge/finding.ts";
import type { Operation } from "../spec/operations.ts";

/** The waivers of the register, put there by the build of this package. */
const FILE = new URL("../../dist/contract/waivers.json", import.meta.url);

/** A deviation that the register of the contract allows a deployment, once it is declared. */
export interface Waiver {
  /** The name for `--allow`. */
  readonly id: string;
  /** The open question of the register. */
  readonly question: string;
  /** Findings that it covers. Absent: an invariant names the waiver. */
  readonly covers?: readonly Cover[];
}

/** Findings that a waiver covers: those for which all of these hold. */
export interface Cover {
  readonly finding: FindingKind;
  /** Operation id. */
  readonly operation?: string;
  /** `security` of the operation. */
  readonly auth?: Operation["auth"];
  /** Kinds of cases. */
  readonly kinds?: readonly Kind[];
  /** Parameter that the case varies. */
  readonly parameter?: string;
  /** Part of the request that the case varies. */
  readonly place?: "body";
  /** Constraint that the case violates. */
  readonly keyword?: string;
  /** Status (`401`) or range (`4XX`) that the contract expects. */
  readonly expects?: string;
  /** Statuses and ranges that were received. */
  readonly status?: readonly string[];
  /** Whether the operation documents the received status. */
  readonly documented?: boolean;
  /** Name of the header, in lower case. */
  readonly header?: string;
}

/**
 * Reads the waivers of the register, which are bundled with this package.
 *
 * @throws Error if the package is not built.
 */
export async function loadWaivers(): Promise<Waiver[]> {
  return JSON.parse(await readFile(FILE, "utf8"));
}
