import type { BlockName } from "../chain/records.ts";
import type { ArchiveEntry } from "./archive.ts";

/** What a snapshot says about itself. */
export interface Manifest {
  readonly format: number;
  readonly chain: string;
  readonly first: number;
  readonly last: BlockName;
}

export const FORMAT = 1;
export const MANIFEST = "manifest.json";
/** The numbers of the first and the last block. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** A part of a snapshot, and the numbers of its blocks. */
export interface NumberedPart extends Bounds {
  readonly entry: ArchiveEntry;
}

/** Returns the parts at the beginning of an archive. @throws Error naming one that does not follow another. */
export function partsOf(entries: readonly ArchiveEntry[]): NumberedPart[] {
  const parts: NumberedPart[] = [];
  for (const entry of entries) {
    const [, first, last] = /^blocks-(\d+)-(\d+)\.jsonl\.gz$/.exec(entry.name) ?? [];
    if (first === undefined || last === undefined) {
      return parts;
    }
    const before = parts.at(-1);
    if (before && Number(first) !== before.last + 1) {
      throw new Error(`${entry.name} does not follow ${before.entry.name}`);
    }
    parts.push({ entry, first: Number(first), last: Number(last) });
  }
  return parts;
}
