import { rmSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toQuantity } from "@chainkit/server/abi";
import type { RpcCall } from "@chainkit/server/json-rpc";
import { type Anvil, startAnvil } from "./anvil.ts";
import type { Effort } from "./effort.ts";
import { type Imported, timeImport } from "./importing.ts";
import { type Miner, startMining } from "./mining.ts";

/** Local node with blocks, and the same blocks in files. */
export interface FilledNode extends Anvil, Miner {
  /** Files for `import`, in block order. */
  readonly files: readonly string[];
  /** Number of its latest block. */
  readonly blocks: number;
}

/** Resources of the measures, created on first use. */
export interface BenchContext {
  readonly effort: Effort;
  /** Creates an empty folder. */
  folder(): Promise<string>;
  filledNode(): Promise<FilledNode>;
  /** Data folder with the imported files of the node. */
  imported(): Promise<Imported>;
  /** Removes all folders and stops all processes. */
  close(): Promise<void>;
}

/** Chain name of the local node. */
export const NODE_CHAIN = "ethereum";
const BLOCKS_PER_FILE = 50;

export async function createContext(effort: Effort): Promise<BenchContext> {
  const root = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once("exit", remove);
  let folders = 0;
  const folder = async () => {
    const path = join(root, String(folders++));
    await mkdir(path);
    return path;
  };
  const anvils: Anvil[] = [];
  const once = <Thing>(make: () => Promise<Thing>) => {
    let made: Promise<Thing> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  const filledNode = once(async (): Promise<FilledNode> => {
    console.error("filling a local node …");
    const anvil = await startAnvil();
    anvils.push(anvil);
    const miner = await startMining(anvil);
    await miner.mine(effort.nodeBlocks, effort.perBlock);
    // The first block deploys the contracts.
    const blocks = effort.nodeBlocks + 1;
    const files = await exportFiles(anvil, await folder(), blocks);
    return { ...anvil, ...miner, files, blocks };
  });
  return {
    effort,
    folder,
    filledNode,
    imported: once(async () => {
      const { files } = await filledNode();
      console.error("importing its blocks …");
      return timeImport({ folder, effort }, NODE_CHAIN, files);
    }),
    async close() {
      await Promise.all(anvils.map((anvil) => anvil.stop()));
      remove();
    },
  };
}

/** Exports the blocks of a node, except for genesis, to files for `import`. */
async function exportFiles(anvil: Anvil, folder: string, blocks: number): Promise<string[]> {
  const files: string[] = [];
  for (let first = 1; first <= blocks; first += BLOCKS_PER_FILE) {
    const entries: unknown[] = [];
    for (let number = first; number < Math.min(first + BLOCKS_PER_FILE, blocks + 1); number += 1) {
      const at = toQuantity(number);
      const calls: RpcCall[] = [
        { method: "eth_getBlockByNumber", params: [at, true] },
        { method: "eth_getBlockReceipts", params: [at] },
      ];
      const [block, receipts] = await anvil.batch(calls);
      entries.push({ block, receipts });
    }
    const file = join(folder, `${first}.json`);
    await writeFile(file, JSON.stringify(entries));
    files.push(file);
  }
  return files;
}
