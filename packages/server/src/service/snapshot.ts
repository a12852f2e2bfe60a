import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { CHAIN_NAMES, type ChainProfile } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { queueBlocks } from "../ingest/fetch-blocks.ts";
import { checkBlock } from "../ingest/verified-blocks.ts";
import type { ChainSource } from "../source/node.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { openReader, type StoreLocation } from "../store/open.ts";
import { type Archive, type ArchiveEntry, appendSums, openArchive, verifySums } from "./archive.ts";
import { blocksPerSecond, createRate, type Display, timeLeft } from "./display.ts";
import { importBlocks } from "./import.ts";
import type { SortedFile } from "./import-files.ts";

/** What a snapshot says about itself. */
interface Manifest {
  readonly format: number;
  readonly chain: string;
  readonly first: number;
  readonly last: BlockName;
}

/** A chain whose blocks are written into a snapshot. */
export interface SnapshotChain {
  readonly name: string;
  readonly location: StoreLocation;
  readonly profile: Pick<ChainProfile, "finality" | "verification">;
}

const FORMAT = 1;
const MANIFEST = "manifest.json";
/** Limits of a part, before compression: a part is read as a whole. */
const PART_BYTES = 4 * 2 ** 20;
const PART_BLOCKS = 500;

/**
 * Writes the final blocks of a stored chain into a file. A store has neither logs nor signatures, without which
 * nobody could verify them again: they are read from nodes, and compared with the stored hashes.
 *
 * Until it is complete, the file has another name; an interrupted snapshot is resumed.
 *
 * @returns Summary.
 * @throws Error if the file exists, if no block is final, or naming the first block that a node has otherwise.
 */
export async function createSnapshot(
  { name, location, profile }: SnapshotChain,
  source: ChainSource,
  file: string,
  display: Display,
  partBlocks: number = PART_BLOCKS,
): Promise<string> {
  if (existsSync(file)) {
    throw new Error(`${file} exists already`);
  }
  const draft = `${file}.partial`;
  const store = await openReader(location);
  const archive = await openArchive(draft, "a+");
  try {
    const { first, last } = await finalBlocks(store, profile.finality);
    const resumed = await resume(archive, store, first);
    const next = resumed ? resumed.last + 1 : first;
    const startedAt = performance.now();
    const show = progressOf(display, last - next + 1);
    const blocks = readBlocks(store, source, profile.verification, { first: next, last });
    for await (const part of joinParts(blocks, partBlocks, show)) {
      await archive.append(part.name, part.content);
    }
    const tip = { number: last, hash: (await store.blockHash(last)) as BlockName["hash"] };
    const manifest: Manifest = {
      format: FORMAT,
      chain: name,
      first: resumed?.first ?? first,
      last: tip,
    };
    await archive.append(MANIFEST, Buffer.from(`${JSON.stringify(manifest)}\n`));
    await appendSums(archive);
    await archive.finish();
    await rename(draft, file);
    const seconds = (performance.now() - startedAt) / 1000;
    const pace = blocksPerSecond((last - next + 1) / seconds);
    return `blocks ${manifest.first} to ${last} of ${name} written to ${file}, ${pace}; the last one is ${tip.hash}`;
  } finally {
    display.end();
    await archive.close();
    await store.close();
  }
}

interface Bounds {
  readonly first: number;
  readonly last: number;
}

async function finalBlocks(store: ChainReader, finality: number): Promise<Bounds> {
  const [first, tip] = [await store.firstBlock(), await store.tip()];
  const last = (tip?.number ?? 0) - finality;
  if (!first || last < first.number) {
    throw new Error(`no stored block is final: that takes ${finality} blocks above it`);
  }
  return { first: first.number, last };
}

/** Returns the blocks of an interrupted snapshot; undefined if there are none. */
async function resume(
  archive: Archive,
  store: ChainReader,
  first: number,
): Promise<Bounds | undefined> {
  const parts = partsOf(archive.entries);
  await archive.truncate(parts.length);
  const last = parts.at(-1);
  if (!parts[0] || !last) {
    return undefined;
  }
  const text = (await promisify(gunzip)(await archive.read(last.entry))).toString();
  const { block }: RpcBlockWithReceipts = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
  if (block.hash !== (await store.blockHash(last.last)) || parts[0].first > first) {
    throw new Error("the unfinished snapshot is of other blocks: delete it, and start again");
  }
  return { first: parts[0].first, last: last.last };
}

interface Part {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Yields valid blocks of a node. @throws Error naming the first that is invalid, or not the stored one. */
async function* readBlocks(
  store: ChainReader,
  source: ChainSource,
  verification: ChainProfile["verification"],
  { first, last }: Bounds,
): AsyncGenerator<RpcBlockWithReceipts> {
  const queue = queueBlocks(source, (at) => first + at, last - first + 1);
  try {
    for (let block = await queue.next(); block; block = await queue.next()) {
      const { number, hash, problem } = checkBlock(block, { verification });
      if (problem !== undefined) {
        throw problem;
      }
      if (hash !== (await store.blockHash(number))) {
        throw new Error(`block ${number} of the node is not the one that is stored`);
      }
      yield block;
    }
  } finally {
    queue.close();
  }
}

async function* joinParts(
  blocks: AsyncIterable<RpcBlockWithReceipts>,
  maxBlocks: number,
  show: () => void,
): AsyncGenerator<Part> {
  let lines: string[] = [];
  let length = 0;
  let last = -1;
  const take = async (): Promise<Part> => {
    const name = `blocks-${last - lines.length + 1}-${last}.jsonl.gz`;
    const content = await promisify(gzip)(lines.join(""));
    lines = [];
    length = 0;
    return { name, content };
  };
  for await (const { block, receipts } of blocks) {
    const line = `${JSON.stringify({ block, receipts })}\n`;
    lines.push(line);
    length += line.length;
    last = Number(block.number);
    show();
    if (length >= PART_BYTES || lines.length >= maxBlocks) {
      yield await take();
    }
  }
  if (lines.length > 0) {
    yield await take();
  }
}

function progressOf(display: Display, blocks: number): () => void {
  const rate = createRate();
  let done = 0;
  let nextAt = performance.now() + display.everyMs;
  return () => {
    done += 1;
    const now = performance.now();
    if (now >= nextAt) {
      nextAt = now + display.everyMs;
      const perSecond = rate.note(now, done) ?? 0;
      const left = timeLeft((blocks - done) / perSecond);
      display.show([`${done} of ${blocks} blocks, ${blocksPerSecond(perSecond)}${left}`]);
    }
  };
}

/** A part of a snapshot, and the numbers of its blocks. */
interface NumberedPart extends Bounds {
  readonly entry: ArchiveEntry;
}

/** Returns the parts at the beginning of an archive. @throws Error naming one that does not follow another. */
function partsOf(entries: readonly ArchiveEntry[]): NumberedPart[] {
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
