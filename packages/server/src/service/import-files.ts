import { UNDO_BLOCKS } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { applyBlock } from "../ingest/apply.ts";
import { type StoredChain, storedChain } from "../ingest/stored-chain.ts";
import { readBlockFile } from "../source/file.ts";
import type { ChainWriter } from "../store/chain-store.ts";
import { StoreLockedError } from "../store/engine.ts";
import { openWriter, type StoreLocation } from "../store/open.ts";
import { type SenderThreads, startSenderThreads } from "../verify/sender-threads.ts";
import { verifyBlockInThreads } from "../verify/verify.ts";
import { createDisplay, type Display } from "./display.ts";
import { assertChain, type ImportedChain, naming, type Tally } from "./import-checks.ts";
import { importOlder } from "./import-older.ts";
import { orderFiles } from "./import-order.ts";
import { blocksPerSecond, createRate, timeLeft } from "./rate.ts";

/**
 * Imports the blocks of files into a chain, above the latest stored block and below the first one. The
 * files may be listed in any order: all are scanned first and sorted by block number. One file is in
 * memory at a time; of a file with one block per line, only one line.
 *
 * @param report Receives the summary line; also called if the import fails.
 * @param display Progress display.
 * @throws Error naming the file and the first block that was not added.
 */
export async function importFiles(
  location: StoreLocation,
  imported: ImportedChain,
  files: readonly string[],
  report: (line: string) => void,
  display: Display = createDisplay(process.stderr),
): Promise<void> {
  const store = await openChain(location);
  const chain = storedChain(store);
  try {
    const listed = await orderFiles(files, display);
    const total = listed.reduce((sum, { numbers }) => sum + numbers.length, 0);
    if (total === 0) {
      throw new Error(`no blocks in ${files.join(", ")}`);
    }
    const startedAt = performance.now();
    const tally: Tally = { added: 0, known: 0, transactions: 0 };
    const showProgress = progressOf(display, tally, total);
    const threads = startSenderThreads();
    try {
      const first = await chain.first();
      if (first) {
        await importOlder(chain, first.number, listed, { imported, threads, tally, showProgress });
      }
      for await (const block of verifiedAhead(
        chain,
        listed,
        first?.number ?? 0,
        imported,
        threads,
      )) {
        await add(chain, block, imported, tally);
        showProgress();
      }
    } finally {
      await threads.close();
      display.end();
      report(describe(tally, (performance.now() - startedAt) / 1000));
    }
  } finally {
    display.end();
    await store.close();
  }
}

/** @throws Error if the chain is being followed. */
async function openChain(location: StoreLocation): Promise<ChainWriter> {
  try {
    return await openWriter(location, { undoBlocks: UNDO_BLOCKS });
  } catch (error) {
    if (!(error instanceof StoreLockedError)) {
      throw error;
    }
    const fix = "stop the service, import, and start it again";
    throw new Error(`${error.message}: ${fix}`, { cause: error });
  }
}

/** Number of blocks that are verified ahead of the block being written. */
const AHEAD = 8;

/** A block of a file with its pending verification. */
interface FileBlock {
  readonly file: string;
  readonly source: RpcBlockWithReceipts;
  readonly verified: Promise<void>;
}

/** Reads blocks from a number on, while other threads verify the following ones. */
async function* verifiedAhead(
  chain: StoredChain,
  files: readonly { readonly file: string }[],
  from: number,
  { verification }: ImportedChain,
  threads: SenderThreads,
): AsyncGenerator<FileBlock> {
  const ahead: FileBlock[] = [];
  for (const { file } of files) {
    for await (const source of readBlockFile(file)) {
      if (Number(source.block.number) < from) {
        continue;
      }
      const isKnown = (await chain.hashOf(Number(source.block.number))) === source.block.hash;
      const verified = isKnown
        ? Promise.resolve()
        : verifyBlockInThreads(source, verification, threads);
      // Awaited when the block is due; this prevents an unhandled rejection.
      verified.catch(() => {});
      ahead.push({ file, source, verified });
      if (ahead.length > AHEAD) {
        yield ahead.shift() as FileBlock;
      }
    }
  }
  yield* ahead;
}

async function add(
  chain: StoredChain,
  { file, source, verified }: FileBlock,
  { chainId }: ImportedChain,
  tally: Tally,
): Promise<void> {
  const applied = await naming(file, source, () => {
    assertChain(source, chainId);
    return applyBlock(chain, source, verified);
  });
  if (applied === "known") {
    tally.known += 1;
    return;
  }
  tally.added += 1;
  tally.transactions += source.block.transactions.length;
}

/** Creates a function that updates the display when an update is due. */
function progressOf(display: Display, tally: Tally, total: number): () => void {
  const rate = createRate();
  rate.note(performance.now(), 0);
  let nextAt = performance.now() + display.everyMs;
  return () => {
    const now = performance.now();
    if (now < nextAt) {
      return;
    }
    nextAt = now + display.everyMs;
    const done = tally.added + tally.known;
    const perSecond = rate.note(now, done) ?? 0;
    const left = timeLeft((total - done) / perSecond);
    display.show([`${done} of ${total} blocks, ${blocksPerSecond(perSecond)}${left}`]);
  };
}

function describe({ added, known, transactions }: Tally, seconds: number): string {
  const done = `${added} blocks with ${transactions} transactions added in ${seconds.toFixed(1)} s`;
  return `${done}, ${known} blocks skipped as already stored`;
}
