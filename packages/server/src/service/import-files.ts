import { isChainId, UNDO_BLOCKS, type Verification } from "../chain/profiles.ts";
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
import { orderFiles } from "./import-order.ts";
import { blocksPerSecond, createRate, timeLeft } from "./rate.ts";

/** Counts of an import. */
interface Tally {
  added: number;
  known: number;
  transactions: number;
}

/** How the blocks of a chain are checked. */
interface ImportedChain {
  readonly verification: Verification;
  /** Chain id that its transactions name; default: any. */
  readonly chainId?: number | undefined;
}

/**
 * Imports the blocks of files into a chain. The files may be listed in any order: all are scanned first
 * and sorted by block number. One file is in memory at a time; of a file with one block per line, one
 * line.
 *
 * @param report Takes the summary line; also called when the import fails.
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
      for await (const block of verifiedAhead(chain, listed, imported, threads)) {
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

/** Blocks whose signatures are being checked while others are written. */
const AHEAD = 8;

/** A block of a file, and whether it is valid. */
interface FileBlock {
  readonly file: string;
  readonly source: RpcBlockWithReceipts;
  readonly verified: Promise<void>;
}

/** Reads blocks, and lets other threads check those that come next. */
async function* verifiedAhead(
  chain: StoredChain,
  files: readonly { readonly file: string }[],
  { verification }: ImportedChain,
  threads: SenderThreads,
): AsyncGenerator<FileBlock> {
  const ahead: FileBlock[] = [];
  for (const { file } of files) {
    for await (const source of readBlockFile(file)) {
      const isKnown = (await chain.hashOf(Number(source.block.number))) === source.block.hash;
      const verified = isKnown
        ? Promise.resolve()
        : verifyBlockInThreads(source, verification, threads);
      // It is awaited when it is the turn of the block.
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
  try {
    assertChain(source, chainId);
    if ((await applyBlock(chain, source, verified)) === "known") {
      tally.known += 1;
      return;
    }
  } catch (error) {
    const { message } = error as Error;
    const block = `block ${Number(source.block.number)}`;
    const reason = message.startsWith(block) ? message : `${block}: ${message}`;
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
  tally.added += 1;
  tally.transactions += source.block.transactions.length;
}

/** @throws Error if a transaction was signed for another chain. */
function assertChain({ block }: RpcBlockWithReceipts, expected: number | undefined): void {
  const ids = block.transactions.flatMap(({ chainId }) =>
    chainId == null ? [] : [Number(chainId)],
  );
  const other = ids.find((id) => !isChainId(id, expected));
  if (other !== undefined) {
    throw new Error(`transactions of chain id ${other}; expected ${expected}`);
  }
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
