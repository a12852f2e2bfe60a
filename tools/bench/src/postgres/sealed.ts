import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Hex, openReader, openWriter } from "@chainkit/server/workspace";
import { median, millis, percentile, rising, shown } from "../service/figures.ts";
import { markdown } from "../service/report.ts";
import { blockOf, hashOf, nameOf, PER_BLOCK } from "./blocks.ts";

const BITS_PER_KEY = 10;
const HASHES = 7;

/** A Bloom filter: keys that were added are always found, others in about one of a hundred cases. */
class ExistenceFilter {
  readonly bits: Uint8Array;
  readonly #count: number;

  constructor(keys: number) {
    this.#count = Math.max(8, keys * BITS_PER_KEY);
    this.bits = new Uint8Array(Math.ceil(this.#count / 8));
  }

  /** Keys are hashes: two of their words give all positions. */
  #positions(key: Hex): number[] {
    const first = Number.parseInt(key.slice(2, 14), 16);
    const second = Number.parseInt(key.slice(14, 26), 16) | 1;
    return Array.from({ length: HASHES }, (_, at) => (first + at * (second >>> 0)) % this.#count);
  }

  add(key: Hex): void {
    for (const at of this.#positions(key)) {
      this.bits[at >> 3] = (this.bits[at >> 3] ?? 0) | (1 << (at & 7));
    }
  }

  has(key: Hex): boolean {
    return this.#positions(key).every((at) => ((this.bits[at >> 3] ?? 0) >> (at & 7)) & 1);
  }
}

/** Drops the pages of a file from memory, so that the next read is cold. */
function evict(file: string): void {
  execFileSync("dd", [`of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"], {
    stdio: "ignore",
  });
}

/**
 * Tries a sealed range: a read-only SQLite file with an existence filter. It is no part of the service.
 *
 * @returns Table of reads, cold and warm.
 */
export async function sealedRange(blocks: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "chainkit-sealed-"));
  const file = join(folder, "range.sqlite");
  try {
    const writer = await openWriter({ kind: "sqlite", file }, { undoBlocks: 1 });
    const filter = new ExistenceFilter(blocks * PER_BLOCK);
    for (let number = 0; number < blocks; number++) {
      await writer.addBlocks([blockOf(number)], number > 0 ? nameOf(number - 1) : undefined);
      for (let index = 0; index < PER_BLOCK; index++) {
        filter.add(hashOf(number, index));
      }
    }
    await writer.close();
    const db = new DatabaseSync(file);
    db.exec("PRAGMA journal_mode = DELETE; VACUUM");
    db.close();

    const pick = (below: number) => Math.floor(Math.random() * below);
    const found = () => hashOf(pick(blocks), pick(PER_BLOCK));
    const absent = () => hashOf(blocks + pick(1e6), pick(PER_BLOCK));
    const time = async (count: number, isCold: boolean, key: () => Hex, isFiltered: boolean) => {
      const times: number[] = [];
      let reader = await openReader({ kind: "sqlite", file });
      for (let at = 0; at < count; at++) {
        const hash = key();
        if (isCold) {
          await reader.close();
          evict(file);
          reader = await openReader({ kind: "sqlite", file });
        }
        const start = performance.now();
        if (!isFiltered || filter.has(hash)) {
          await reader.getTransaction(hash);
        }
        times.push((performance.now() - start) / 1000);
      }
      await reader.close();
      return [millis(median(times)), millis(percentile(rising(times), 0.99))];
    };
    const falsely = Array.from({ length: 20_000 }, absent).filter((key) => filter.has(key)).length;
    const size = statSync(file).size / 1e6;
    const read = readFileSync(file).length;
    const rows = [
      ["found, cold file", ...(await time(200, true, found, true))],
      ["found, warm file", ...(await time(2_000, false, found, true))],
      ["absent, cold file, without filter", ...(await time(200, true, absent, false))],
      ["absent, with filter", ...(await time(2_000, false, absent, true))],
    ];
    const title = `${shown(blocks * PER_BLOCK)} transactions: file of ${shown(size)} MB (${shown(read / blocks / PER_BLOCK)} bytes each), filter of ${shown(filter.bits.length / 1e6)} MB, wrong in ${shown((falsely / 20_000) * 100)} % of absent keys`;
    return `${title}\n\n${markdown([["transaction by hash", "median", "99 %"], ...rows])}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
