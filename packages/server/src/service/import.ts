import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { LRUCache } from "lru-cache";
import { UNDO_BLOCKS } from "../chain/profiles.ts";
import type { BlockName, Hex } from "../chain/records.ts";
import { type DocumentChecks, startCheckThreads } from "../ingest/check-threads.ts";
import { type StoredChain, storedChain } from "../ingest/stored-chain.ts";
import {
  type CheckedBlock,
  linkBlocks,
  MAX_BLOCKS,
  writeBlocks,
} from "../ingest/verified-blocks.ts";
import type { BlockChange, ChainWriter } from "../store/chain-writer.ts";
import { openWriter, type StoreLocation } from "../store/open.ts";
import { countBlocks, createDisplay, type Display } from "./display.ts";
import { readFiles, type SortedFile, sortFiles } from "./import-files.ts";
import { lockedUnless } from "./storage.ts";

interface ImportedChain extends Omit<DocumentChecks, "stored"> {
  /** Whether the chain does not exist yet: it is created with its first valid block. */
  readonly isNew?: boolean;
}

/** Numbers of blocks that were added, and that were stored already. */
interface Tally {
  added: number;
  known: number;
  transactions: number;
  /** Bytes of the files that have been read, as they are on disk. */
  bytes: number;
}

/**
 * Imports the blocks of files into a chain, above the tip and below the oldest block. Files are
 * sorted by their first block; the blocks within a file ascend. Several documents are in memory at a time; blocks
 * below the oldest one, which are added in the opposite order, wait in a temporary file.
 *
 * @param files Paths, or `-` alone for standard input.
 * @param report Receives the summary line; also called if the import fails.
 * @throws Error naming the file and the first block that was not added; those before it are kept.
 */
export async function importFiles(
  location: StoreLocation,
  { isNew = false, verification, chainId }: ImportedChain,
  files: readonly string[],
  report: (line: string) => void,
  display: Display = createDisplay(process.stderr),
): Promise<void> {
  const startedAt = performance.now();
  const threads = startCheckThreads();
  const target = lazyTarget(location);
  try {
    const existing = isNew ? undefined : await target.open();
    const [oldest, tip] = [await existing?.oldest(), await existing?.tip()];
    const stored = oldest && tip && { oldest: oldest.number, tip: tip.number };
    const sorted = await sortFiles(files);
    const isOlder = ({ first }: SortedFile) => first !== undefined && first < (oldest?.number ?? 0);
    const inOrder = [
      ...sorted.filter(isOlder).reverse(),
      ...sorted.filter((each) => !isOlder(each)),
    ];
    const tally: Tally = { added: 0, known: 0, transactions: 0, bytes: 0 };
    const blocks = readFiles(inOrder, threads, { verification, chainId, stored }, (bytes) => {
      tally.bytes += bytes;
    });
    const newer = newerBlocks(blocks, target, oldest, tally, showProgress(display, tally, sorted));
    try {
      await writeBlocks(linkBlocks(newer, "up", tip), async (changes) => {
        await (await target.open()).add(changes);
        count(changes, tally);
      });
    } finally {
      display.end();
      if (tally.added + tally.known > 0 || existing) {
        report(describe(tally, (performance.now() - startedAt) / 1000));
      }
    }
    if (tally.added + tally.known === 0) {
      throw new Error(`no blocks in ${sorted.map(({ file }) => file).join(", ")}`);
    }
  } finally {
    await threads.close();
    await target.close();
  }
}

/**
 * Yields the blocks that are above those that are stored. Those below the oldest one are added, once all of a file have
 * been read.
 *
 * @throws Error naming a block that is stored with another hash.
 */
async function* newerBlocks(
  blocks: AsyncIterable<CheckedBlock>,
  target: Target,
  oldest: BlockName | undefined,
  tally: Tally,
  show: (blocks: number) => void,
): AsyncGenerator<CheckedBlock> {
  /** Blocks that may not have been written yet. */
  const latest = new LRUCache<number, Hex>({ max: 2 * MAX_BLOCKS });
  let older: ReturnType<typeof createSpool> | undefined;
  let lowest = oldest?.number ?? 0;
  const addOlder = async () => {
    const chain = target.chain();
    if (!chain || !older) {
      return;
    }
    let below = (await chain.oldest()) as BlockName;
    const linked = linkBlocks(older.lastFirst(), "down", await chain.parentOf(below));
    await writeBlocks(linked, async (changes) => {
      await chain.prepend(changes.toReversed(), below);
      below = changes.at(-1)?.block ?? below;
      count(changes, tally);
    });
    lowest = below.number;
    older.close();
    older = undefined;
  };
  let file: string | undefined;
  try {
    for await (const block of blocks) {
      const isOlder = block.number < lowest;
      if (!isOlder || block.file !== file) {
        await addOlder();
      }
      file = block.file;
      const chain = target.chain();
      // The tip is cached, so that new blocks are not looked up.
      const isBelowTip = block.number <= ((await chain?.tip())?.number ?? -1);
      const stored = isBelowTip ? await chain?.hashOf(block.number) : undefined;
      const hash = latest.get(block.number) ?? stored;
      if (hash === undefined) {
        latest.set(block.number, block.hash);
        if (isOlder) {
          older ??= createSpool();
          older.add(block);
        } else {
          yield block;
        }
      } else if (hash === block.hash) {
        tally.known += 1;
      } else {
        throw new Error(`${block.file}: block ${block.number} is already stored with another hash`);
      }
      show(1);
    }
    await addOlder();
  } finally {
    older?.close();
  }
}

/** Creates a list of blocks in a temporary file, which has no name: whatever ends the process, it is gone. */
function createSpool() {
  const db = new DatabaseSync("");
  db.exec("PRAGMA page_size = 65536; PRAGMA journal_mode = OFF; CREATE TABLE block (content BLOB)");
  const insert = db.prepare("INSERT INTO block VALUES (?)");
  return {
    add: (block: CheckedBlock) => insert.run(serialize(block)),
    *lastFirst(): Generator<CheckedBlock> {
      for (const row of db.prepare("SELECT content FROM block ORDER BY rowid DESC").iterate()) {
        yield deserialize(row.content as Uint8Array);
      }
    },
    close: () => db.close(),
  };
}

function count(changes: readonly BlockChange[], tally: Tally): void {
  tally.added += changes.length;
  tally.transactions += changes.reduce((sum, { transactions }) => sum + transactions.length, 0);
}

function showProgress(display: Display, tally: Tally, files: readonly SortedFile[]) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return countBlocks(display, (done) => {
    if (bytes === 0) {
      return { text: `${done} blocks`, left: undefined };
    }
    const share = Math.floor((100 * tally.bytes) / bytes);
    const text = `${done} blocks, ${share} % of the files`;
    return { text, left: done * (bytes / tally.bytes - 1) };
  });
}

function describe({ added, known, transactions }: Tally, seconds: number): string {
  const done = `${added} blocks with ${transactions} transactions added in ${seconds.toFixed(1)} s`;
  return `${done}, ${known} blocks skipped as already stored`;
}

type Target = ReturnType<typeof lazyTarget>;

/** Creates a chain that is not created before there are blocks to write. */
function lazyTarget(location: StoreLocation) {
  let store: ChainWriter | undefined;
  let chain: StoredChain | undefined;
  return {
    /** The chain, if it was opened. */
    chain: () => chain,
    async open(): Promise<StoredChain> {
      store ??= await openWriter(location, { undoBlocks: UNDO_BLOCKS, isImport: true }).catch(
        lockedUnless("stop the service, import, and start it again"),
      );
      chain ??= storedChain(store);
      return chain;
    },
    close: async () => store?.close(),
  };
}
