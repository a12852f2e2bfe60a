import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalNode, startNode } from "./node.ts";

/** Thoroughness of the measurements of the service. */
export interface Effort {
  /** Number of rounds, after one round of warm-up. */
  readonly rounds: number;
  /** URLs of each kind that are requested in a round. */
  readonly firstReads: number;
  /** Blocks of the local node. */
  readonly nodeBlocks: number;
  /** Transactions per block. */
  readonly perBlock: number;
  /** Number of imports. */
  readonly imports: number;
  /** Number of copies of each real block. */
  readonly copies: number;
  /** Share of the files used for warm-up; if 0, the start of the program is included. */
  readonly warmUp: number;
  /** Number of files of real blocks that are read; the rest is left out. */
  readonly realFiles: number;
  /** Duration of the soak test, in minutes. */
  readonly soakMinutes: number;
  /** Interval between memory samples, in seconds. */
  readonly soakSample: number;
  /** Provider in front of the node of the soak test, one of `PROVIDERS`; default: none. */
  readonly provider?: string | undefined;
}

export const THOROUGH: Effort = {
  rounds: 7,
  firstReads: 250,
  nodeBlocks: 200,
  perBlock: 300,
  imports: 3,
  copies: 12,
  warmUp: 0.25,
  realFiles: Number.POSITIVE_INFINITY,
  soakMinutes: 10,
  soakSample: 10,
};

export const QUICK: Effort = {
  rounds: 1,
  firstReads: 20,
  nodeBlocks: 66,
  perBlock: 8,
  imports: 1,
  copies: 1,
  // The rest is too short here: the difference of two times would be noise.
  warmUp: 0,
  realFiles: 4,
  soakMinutes: 0.1,
  soakSample: 0.5,
};

/** Local node with blocks. */
interface FilledNode extends LocalNode {
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
  let filled: Promise<FilledNode> | undefined;
  const fill = async (): Promise<FilledNode> => {
    console.error("filling a local node …");
    const node = await startNode();
    await node.mine(effort.nodeBlocks, effort.perBlock);
    // The first block deploys the contracts.
    return { ...node, blocks: effort.nodeBlocks + 1 };
  };
  return {
    effort,
    folder: () => mkdtemp(join(root, "folder-")),
    filledNode() {
      filled ??= fill();
      return filled;
    },
    async close() {
      await (await filled?.catch(() => undefined))?.stop();
      remove();
    },
  };
}
