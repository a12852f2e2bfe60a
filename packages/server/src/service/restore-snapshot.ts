import { CHAIN_NAMES } from "../chain/profiles.ts";
import { openReader, type StoreLocation } from "../store/open.ts";
import { type Archive, type ArchiveEntry, openArchive, verifySums } from "./archive.ts";
import { blocksPerSecond, type Display } from "./display.ts";
import { importBlocks } from "./import.ts";
import type { SortedFile } from "./import-files.ts";
import { FORMAT, MANIFEST, type Manifest, type NumberedPart, partsOf } from "./snapshot-parts.ts";

/** A snapshot whose checksums are right. */
export interface OpenSnapshot {
  readonly manifest: Manifest;
  readonly parts: readonly SortedFile[];
  close(): Promise<void>;
}

/**
 * Opens a snapshot, and compares it with its checksums.
 *
 * @throws Error naming the file, and the part that is damaged or missing.
 */
export async function openSnapshot(file: string): Promise<OpenSnapshot> {
  const archive = await openArchive(file, "r");
  try {
    await verifySums(archive);
    const parts = partsOf(archive.entries);
    const manifest = await readManifest(archive, archive.entries[parts.length]);
    if (parts[0]?.first !== manifest.first || parts.at(-1)?.last !== manifest.last.number) {
      throw new Error(`its parts are not the blocks ${manifest.first} to ${manifest.last.number}`);
    }
    return {
      manifest,
      parts: parts.map((part) => blockFile(file, archive, part)),
      close: () => archive.close(),
    };
  } catch (error) {
    await archive.close();
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function blockFile(file: string, archive: Archive, { entry, first }: NumberedPart): SortedFile {
  const place = `${file}: ${entry.name}`;
  return {
    file: place,
    bytes: entry.bytes,
    first,
    async *documents(onRead) {
      const content = await archive.read(entry);
      onRead(content.length);
      yield { place, content };
    },
  };
}

async function readManifest(archive: Archive, entry: ArchiveEntry | undefined): Promise<Manifest> {
  if (entry?.name !== MANIFEST) {
    throw new Error(`it has no ${MANIFEST} after its blocks`);
  }
  const { format, chain, first, last }: Partial<Manifest> = JSON.parse(
    (await archive.read(entry)).toString(),
  );
  if (format !== FORMAT) {
    throw new Error(`it has format ${format}; this version reads ${FORMAT}: upgrade to restore it`);
  }
  // Its name becomes that of a file or schema, and an unknown chain would not be verified.
  if (!CHAIN_NAMES.some((name) => name === chain) || chain === undefined) {
    throw new Error(`unknown chain "${chain}"; expected one of ${CHAIN_NAMES.join(", ")}`);
  }
  if (first === undefined || last === undefined) {
    throw new Error(`its ${MANIFEST} does not state its first and last block`);
  }
  return { format, chain, first, last };
}

/**
 * Adds the blocks of a snapshot to a chain. Nothing of it is believed: hashes, roots and all signatures are
 * verified as those of any imported file. An interrupted restore is resumed, because stored blocks are skipped.
 *
 * @returns Summary.
 * @throws Error naming the part and the first block that was not added; those before it are kept.
 */
export async function restoreSnapshot(
  { manifest, parts }: OpenSnapshot,
  location: StoreLocation,
  imported: Parameters<typeof importBlocks>[1],
  report: (line: string) => void,
  display: Display,
): Promise<string> {
  const startedAt = performance.now();
  const { added, known } = await importBlocks(
    location,
    imported,
    async () => parts,
    report,
    display,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { first, last } = manifest;
  if (added + known !== last.number - first + 1) {
    throw new Error(`it lacks blocks: ${added + known} of ${last.number - first + 1} were there`);
  }
  const store = await openReader(location);
  const hash = await store.blockHash(last.number).finally(() => store.close());
  if (hash !== last.hash) {
    throw new Error(`block ${last.number} is ${hash}; the snapshot states ${last.hash}`);
  }
  const pace = blocksPerSecond(added / seconds);
  return `hashes, roots and signatures of ${added} blocks verified, ${pace}; block ${last.number} is ${hash}`;
}
