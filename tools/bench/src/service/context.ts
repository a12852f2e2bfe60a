import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, startAnvil } from "./anvil.ts";
import type { Effort } from "./effort.ts";
import { type Miner, startMining } from "./mining.ts";

/** Local node with blocks. */
interface FilledNode extends Anvil, Miner {
  /** Number of its latest block. */
  readonly blocks: number;
}

/** Resources of the measures. */
export interface BenchContext {
  readonly effort: Effort;
  /** Creates an empty folder. */
  folder(): Promise<string>;
  /** Fills the node on first use. */
  filledNode(): Promise<FilledNode>;
  /** Removes all folders and stops the node. */
  close(): Promise<void>;
}

/** Chain name of the local node, and of real blocks. */
export const NODE_CHAIN = "ethereum";

export async function createContext(effort: Effort): Promise<BenchContext> {
  const root = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once("exit", remove);
  let anvil: Anvil | undefined;
  let filled: Promise<FilledNode> | undefined;
  const fill = async (): Promise<FilledNode> => {
    console.error("filling a local node …");
    anvil = await startAnvil();
    const miner = await startMining(anvil);
    await miner.mine(effort.nodeBlocks, effort.perBlock);
    // The first block deploys the contracts.
    return { ...anvil, ...miner, blocks: effort.nodeBlocks + 1 };
  };
  return {
    effort,
    folder: () => mkdtemp(join(root, "folder-")),
    filledNode() {
      filled ??= fill();
      return filled;
    },
    async close() {
      await anvil?.stop();
      remove();
    },
  };
}
