import { isDeepStrictEqual } from "node:util";
import type { ChainReader, PairScope, StoredExtent } from "./chain-reader.ts";

/** Attempts to read a list while the chain does not change. */
const ATTEMPTS = 3;

/** Reads a list and what is stored one after the other, again if the chain has changed in between. */
export async function readUnchanged<Result>(
  chain: ChainReader,
  of: PairScope | undefined,
  read: (chain: ChainReader) => Promise<Result>,
): Promise<{ readonly result: Result; readonly extent: StoredExtent | undefined }> {
  for (let attempt = 1; ; attempt += 1) {
    const revision = chain.revision();
    const extent = await chain.extent(of);
    const result = await read(extent.hasRanges ? chain : withoutRanges(chain));
    const isSame =
      revision === undefined
        ? isDeepStrictEqual(extent, await chain.extent(of))
        : revision === chain.revision();
    if (isSame) {
      return { result, extent };
    }
    if (attempt === ATTEMPTS) {
      return { result, extent: undefined };
    }
  }
}

/** A reader of a wallet that has received no ranges of NFTs, so that none are looked for. */
export function withoutRanges(chain: ChainReader): ChainReader {
  return { ...chain, listNftRanges: () => Promise.resolve([]) };
}
