import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { InvalidBlockError, readBlock } from "../ingest/read-block.ts";
import type { StoredChain } from "../ingest/stored-chain.ts";
import { readBlockFile } from "../source/file.ts";
import type { SenderThreads } from "../verify/sender-threads.ts";
import { verifyBlockInThreads } from "../verify/verify.ts";
import { assertChain, type ImportedChain, naming, type Tally } from "./import-checks.ts";
import type { ScannedFile } from "./import-order.ts";

/** Dependencies of an import. */
interface Work {
  readonly imported: ImportedChain;
  readonly threads: SenderThreads;
  readonly tally: Tally;
  showProgress(): void;
}

/**
 * Adds blocks from files below the first stored block, in descending order, so that each is linked by
 * hash to the block above it. One file is in memory at a time.
 *
 * @param first Number of the first stored block.
 * @param files In ascending order.
 * @throws Error naming the file and the first block that was not added.
 */
export async function importOlder(
  chain: StoredChain,
  first: number,
  files: readonly ScannedFile[],
  work: Work,
): Promise<void> {
  const older = files.filter(({ numbers }) => numbers.some((number) => number < first));
  for (const { file } of older.toReversed()) {
    const blocks: RpcBlockWithReceipts[] = [];
    for await (const source of readBlockFile(file)) {
      if (Number(source.block.number) < first) {
        blocks.push(source);
      }
    }
    for (const source of blocks.reverse()) {
      await naming(file, source, () => prepend(chain, source, work));
      work.showProgress();
    }
  }
}

async function prepend(
  chain: StoredChain,
  source: RpcBlockWithReceipts,
  { imported: { verification, chainId }, threads, tally }: Work,
): Promise<void> {
  assertChain(source, chainId);
  const change = readBlock(source);
  const first = (await chain.first()) as BlockName;
  const { number, hash } = change.block;
  if ((await chain.hashOf(number)) === hash) {
    tally.known += 1;
    return;
  }
  if (number !== first.number - 1 || hash !== (await chain.parentOf(first.number))) {
    throw new InvalidBlockError(
      `block ${number} does not precede the stored block ${first.number}`,
    );
  }
  await verifyBlockInThreads(source, verification, threads);
  await chain.prepend([change], first);
  tally.added += 1;
  tally.transactions += source.block.transactions.length;
}
