import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CheckThreads, DocumentChecks } from "../ingest/check-threads.ts";
import { type CheckedBlock, MAX_BLOCKS } from "../ingest/verified-blocks.ts";
import { firstBlockNumber, readDocuments, STANDARD_INPUT } from "../source/block-files.ts";

export interface SortedFile {
  readonly file: string;
  /** Its size; 0 for standard input. */
  readonly bytes: number;
  /** Number of its first block; undefined if it has none, and for standard input. */
  readonly first: number | undefined;
}

/** Sorts files by their first block; `-` alone is standard input. @throws Error naming a file that cannot be read. */
export async function sortFiles(files: readonly string[]): Promise<SortedFile[]> {
  if (files.includes(STANDARD_INPUT)) {
    if (files.length > 1) {
      throw new Error("standard input (-) is imported alone, without files");
    }
    return [{ file: STANDARD_INPUT, bytes: 0, first: undefined }];
  }
  const sorted: SortedFile[] = [];
  for (const file of (await Promise.all(files.map(filesOf))).flat()) {
    // First, because it names the file in its error.
    const first = await firstBlockNumber(file);
    sorted.push({ file, bytes: (await stat(file)).size, first });
  }
  return sorted.sort((a, b) => (a.first ?? 0) - (b.first ?? 0));
}

/** The block files of a folder, or the file itself. */
async function filesOf(path: string): Promise<string[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
  const names = isFolder ? await readdir(path) : [];
  return isFolder
    ? names.filter((name) => /\.jsonl?(\.gz)?$/.test(name)).map((name) => join(path, name))
    : [path];
}

/** Documents that are read ahead: while this thread writes a batch of blocks, the others read the next one. */
const MAX_DOCUMENTS = 2 * MAX_BLOCKS;
/** Size of documents that are read ahead. */
const MAX_BYTES = 8 * 2 ** 20;

interface PendingDocument {
  readonly file: string;
  readonly bytes: number;
  readonly blocks: Promise<readonly CheckedBlock[]>;
}

/**
 * Reads and checks the blocks of files, in order. Threads check some while those before are in use.
 *
 * @param checks Checks of the blocks; those that are stored are only listed.
 * @param onRead Receives the size of each part of a file that was read.
 * @throws Error naming the file, the line and the problem; the blocks before are yielded first.
 */
export async function* readFiles(
  files: readonly SortedFile[],
  threads: CheckThreads,
  checks: DocumentChecks,
  onRead: (bytes: number) => void,
): AsyncGenerator<CheckedBlock> {
  const pending: PendingDocument[] = [];
  let bytes = 0;
  const takeFirst = async (): Promise<CheckedBlock[]> => {
    const first = pending.shift() as PendingDocument;
    bytes -= first.bytes;
    return (await first.blocks).map((block) => placed(block, first.file));
  };
  let failure: { readonly error: unknown } | undefined;
  try {
    for (const { file } of files) {
      for await (const document of readDocuments(file, onRead)) {
        const blocks = threads.read(document, checks);
        // Awaited when it is its turn; this prevents an unhandled rejection.
        blocks.catch(() => {});
        pending.push({ file, bytes: document.content.length, blocks });
        bytes += document.content.length;
        while (pending.length >= MAX_DOCUMENTS || (bytes > MAX_BYTES && pending.length > 1)) {
          yield* await takeFirst();
        }
      }
    }
  } catch (error) {
    failure = { error };
  }
  while (pending.length > 0) {
    yield* await takeFirst();
  }
  if (failure) {
    throw failure.error;
  }
}

/** Names the file of a block, also in its problem. */
function placed(block: CheckedBlock, file: string): CheckedBlock {
  if (block.problem === undefined) {
    return { ...block, file };
  }
  const { message } = block.problem as Error;
  const name = `block ${block.number}`;
  const reason = message.startsWith(name) ? message : `${name}: ${message}`;
  return { ...block, file, problem: new Error(`${file}: ${reason}`) };
}
