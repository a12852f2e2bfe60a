import { UNDO_BLOCKS } from "../chain/profiles.ts";
import { type StoredChain, storedChain } from "../ingest/stored-chain.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { StoreLockedError } from "../store/engine.ts";
import { openWriter, type StoreLocation } from "../store/open.ts";
import { createDisplay, type Display } from "./display.ts";
import type { ImportedChain } from "./import-checks.ts";
import { assertFirstBlock } from "./import-first.ts";
import { importNewer } from "./import-newer.ts";
import { importOlder } from "./import-older.ts";
import { orderFiles, READ_ALL, type ScannedFile } from "./import-order.ts";
import { type Selection, startImportThreads } from "./import-threads.ts";
import type { Tally } from "./import-work.ts";
import { blocksPerSecond, createRate, timeLeft } from "./rate.ts";

/** Bytes of documents that are scanned, and kept, so that the files of a small import are read once. */
const MAX_SCANNED = 32 * 2 ** 20;

/**
 * Imports the blocks of files into a chain, above the latest stored block and below the first one. The
 * files may be listed in any order: all are scanned first, large imports in part, and sorted by block
 * number. A few files are in memory at a time; of a file with one block per line, a few lines.
 *
 * @param report Receives the summary line; also called if the import fails.
 * @param display Progress display.
 * @param maxScanned Bytes of documents that are scanned before any block is added.
 * @throws Error naming the file and the first block that was not added.
 */
export async function importFiles(
  location: StoreLocation,
  imported: ImportedChain,
  files: readonly string[],
  report: (line: string) => void,
  display: Display = createDisplay(process.stderr),
  maxScanned: number = MAX_SCANNED,
): Promise<void> {
  const threads = startImportThreads(imported);
  let store: ChainWriter | undefined;
  try {
    const startedAt = performance.now();
    // A new chain is not created before there are blocks.
    store = imported.isNew ? undefined : await openChain(location);
    const unknown = store ? await unknownBlocks(storedChain(store)) : READ_ALL;
    const listed = await orderFiles(files, threads, display, maxScanned, unknown);
    if (listed.every(({ numbers }) => numbers.length === 0)) {
      throw new Error(`no blocks in ${files.join(", ")}`);
    }
    if (imported.isNew) {
      await assertFirstBlock(listed, threads);
    }
    store ??= await openChain(location);
    const chain = storedChain(store);
    const first = await chain.first();
    const newer = await unknownBlocks(chain);
    const tally: Tally = { added: 0, known: 0, transactions: 0, bytes: 0 };
    const work = { threads, tally, showProgress: progressOf(display, tally, listed) };
    try {
      if (first) {
        await importOlder(chain, first.number, listed, work);
      }
      await importNewer(chain, newer, listed, work);
    } finally {
      display.end();
      report(describe(tally, (performance.now() - startedAt) / 1000));
    }
  } finally {
    await threads.close();
    display.end();
    await store?.close();
  }
}

/** Selects the blocks above the first stored one, of which those up to the latest are stored, or refused. */
async function unknownBlocks(chain: StoredChain): Promise<Selection> {
  const [first, tip] = [await chain.first(), await chain.tip()];
  return { ...READ_ALL, from: first?.number ?? 0, knownUpTo: tip?.number ?? -1 };
}

/** @throws Error if the chain is being followed. */
async function openChain(location: StoreLocation): Promise<ChainWriter> {
  try {
    return await openWriter(location, { undoBlocks: UNDO_BLOCKS, isImport: true });
  } catch (error) {
    if (!(error instanceof StoreLockedError)) {
      throw error;
    }
    const fix = "stop the service, import, and start it again";
    throw new Error(`${error.message}: ${fix}`, { cause: error });
  }
}

/** Creates a function that updates the display when an update is due. */
function progressOf(
  display: Display,
  tally: Tally,
  files: readonly ScannedFile[],
): (waiting: number) => void {
  const isCounted = files.every(({ isWhole }) => isWhole);
  const blocks = files.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const [rate, byteRate] = [createRate(), createRate()];
  rate.note(performance.now(), 0);
  byteRate.note(performance.now(), 0);
  let nextAt = performance.now() + display.everyMs;
  return (waiting) => {
    const now = performance.now();
    if (now < nextAt) {
      return;
    }
    nextAt = now + display.everyMs;
    const done = tally.added + tally.known + waiting;
    const perSecond = rate.note(now, done) ?? 0;
    const bytesPerSecond = byteRate.note(now, tally.bytes) ?? 0;
    const speed = blocksPerSecond(perSecond);
    display.show([
      isCounted
        ? `${done} of ${blocks} blocks, ${speed}${timeLeft((blocks - done) / perSecond)}`
        : `${done} blocks, ${Math.floor((100 * tally.bytes) / bytes)} % of the files, ` +
          `${speed}${timeLeft((bytes - tally.bytes) / bytesPerSecond)}`,
    ]);
  };
}

function describe({ added, known, transactions }: Tally, seconds: number): string {
  const done = `${added} blocks with ${transactions} transactions added in ${seconds.toFixed(1)} s`;
  return `${done}, ${known} blocks skipped as already stored`;
}
