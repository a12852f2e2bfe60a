import { createHash } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { createFolder } from "@chainkit/openapi/file";
import type { ChainProfile } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { blockReader } from "../ingest/fetch-blocks.ts";
import { checkBlock } from "../ingest/verified-blocks.ts";
import type { ChainSource } from "../source/node.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { openReader, type StoreLocation } from "../store/open.ts";
import { countBlocks, type Display } from "./display.ts";

/** Limits of a file, before compression: `import` reads a small file as a whole, in a thread. */
const FILE_BYTES = 4 * 2 ** 20;
const FILE_BLOCKS = 500;
const FILE_NAME = /^blocks-(\d+)-(\d+)\.jsonl\.gz$/;

/**
 * Writes the final blocks of a stored chain into files that `import` reads, and verifies again. A store has neither logs
 * nor signatures, without which nobody could: they are read from nodes, and compared with the stored hashes. An
 * interrupted export is resumed.
 *
 * @throws Error if no block is final, or naming the first block that a node has otherwise.
 */
export async function exportBlocks(
  location: StoreLocation,
  { finality, verification }: Pick<ChainProfile, "finality" | "verification">,
  source: ChainSource,
  folder: string,
  display: Display,
  fileBlocks: number = FILE_BLOCKS,
): Promise<string> {
  const store = await openReader(location);
  try {
    createFolder(folder);
    const [oldest, tip] = [await store.oldest(), await store.tip()];
    if (!oldest || !tip || tip.number - finality < oldest.number) {
      throw new Error(`no stored block is final: that takes ${finality} blocks above it`);
    }
    const last = tip.number - finality;
    const next = await nextOf(folder, store, oldest.number);
    const length = last - next + 1;
    const count = countBlocks(display, (done) => ({
      text: `${done} of ${length} blocks`,
      left: length - done,
    }));
    let lines: string[] = [];
    let bytes = 0;
    for await (const each of blockReader(source, (block) => block)(next, length, last)) {
      const { number, hash, problem } = checkBlock(each, { verification });
      if (problem !== undefined) {
        throw problem;
      }
      if (hash !== (await store.blockHash(number))) {
        throw new Error(`block ${number} of the node is not the one that is stored`);
      }
      const line = `${JSON.stringify(each)}\n`;
      lines.push(line);
      bytes += line.length;
      count(1);
      if (bytes >= FILE_BYTES || lines.length >= fileBlocks || number === last) {
        const name = `blocks-${number - lines.length + 1}-${number}.jsonl.gz`;
        await writeComplete(join(folder, name), await promisify(gzip)(lines.join("")));
        lines = [];
        bytes = 0;
      }
    }
    await writeFile(join(folder, "SHA256SUMS"), await sumsOf(folder));
    const hash = await store.blockHash(last);
    return `blocks ${oldest.number} to ${last} written to ${folder}; the last one is ${hash}`;
  } finally {
    display.end();
    await store.close();
  }
}

/** Returns the number of the first block that is not in a file yet. */
async function nextOf(folder: string, store: ChainReader, oldest: number): Promise<number> {
  const files = await exportedFiles(folder);
  const [newest] = files.slice(-1);
  if (newest === undefined) {
    return oldest;
  }
  const text = (await promisify(gunzip)(await readFile(join(folder, newest)))).toString();
  const { block }: RpcBlockWithReceipts = JSON.parse(text.trimEnd().split("\n").at(-1) as string);
  if (block.hash !== (await store.blockHash(Number(block.number)))) {
    throw new Error(`${newest} has other blocks: export into another folder`);
  }
  return Number(block.number) + 1;
}

/** Returns the names of the files, in the order of their blocks. */
async function exportedFiles(folder: string): Promise<string[]> {
  const firstOf = (name: string) => Number(FILE_NAME.exec(name)?.[1]);
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name));
  return names.sort((a, b) => firstOf(a) - firstOf(b));
}

/** Gives a file its name once it is complete and durable. */
async function writeComplete(file: string, content: Uint8Array): Promise<void> {
  await writeFile(`${file}.partial`, content, { flush: true });
  await rename(`${file}.partial`, file);
}

/** Checksums of the files, as `sha256sum --check` reads them. */
async function sumsOf(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const name of await exportedFiles(folder)) {
    const sum = createHash("sha256").update(await readFile(join(folder, name)));
    lines.push(`${sum.digest("hex")}  ${name}\n`);
  }
  return lines.join("");
}
