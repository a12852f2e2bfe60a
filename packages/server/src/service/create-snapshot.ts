import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ChainProfile } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { queueBlocks } from "../ingest/fetch-blocks.ts";
import { checkBlock } from "../ingest/verified-blocks.ts";
import type { ChainSource } from "../source/node.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { openReader, type StoreLocation } from "../store/open.ts";
import { type Archive, appendSums, openArchive } from "./archive.ts";
import { blocksPerSecond, countBlocks, type Display, timeLeft } from "./display.ts";
import { type Bounds, FORMAT, MANIFEST, type Manifest, partsOf } from "./snapshot-parts.ts";

/** A chain whose blocks are written into a snapshot. */
export interface SnapshotChain {
  readonly name: string;
  readonly location: StoreLocation;
  readonly profile: Pick<ChainProfile, "finality" | "verification">;
}

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
    const length = last - next + 1;
    const count = countBlocks(display, (done, perSecond) => {
      const left = timeLeft((length - done) / perSecond);
      return `${done} of ${length} blocks, ${blocksPerSecond(perSecond)}${left}`;
    });
    const blocks = readBlocks(store, source, profile.verification, { first: next, last });
    for await (const part of joinParts(blocks, partBlocks, count)) {
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
    const pace = blocksPerSecond(length / seconds);
    return `blocks ${manifest.first} to ${last} of ${name} written to ${file}, ${pace}; the last one is ${tip.hash}`;
  } finally {
    display.end();
    await archive.close();
    await store.close();
  }
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
  count: (blocks: number) => void,
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
    count(1);
    if (length >= PART_BYTES || lines.length >= maxBlocks) {
      yield await take();
    }
  }
  if (lines.length > 0) {
    yield await take();
  }
}
