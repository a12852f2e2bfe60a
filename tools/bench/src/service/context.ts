import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalNode, startNode } from "./node.ts";

export const THOROUGH = {
  /** Number of rounds, after one round of warm-up. */
  rounds: 7,
  /** URLs of each kind that are requested in a round. */
  firstReads: 250,
  /** Blocks of the local node. */
  nodeBlocks: 200,
  /** Transactions per block. */
  perBlock: 300,
  /** Number of imports. */
  imports: 3,
  /** Transactions that are read of the API of each indexer. */
  reads: 3_000,
  /** Number of copies of each real block. */
  copies: 12,
  /** Share of the files used for warm-up; if 0, the start of the program is included. */
  warmUp: 0.25,
  /** Number of files of real blocks that are read; the rest is left out. */
  realFiles: Number.POSITIVE_INFINITY,
  /** Duration of the soak test, in minutes. */
  soakMinutes: 45,
  /** Interval between memory samples, in seconds. */
  soakSample: 10,
};

/** Thoroughness of the measurements of the service. */
export type Effort = Readonly<typeof THOROUGH>;

export const QUICK: Effort = {
  rounds: 1,
  firstReads: 20,
  nodeBlocks: 66,
  perBlock: 8,
  imports: 1,
  reads: 400,
  copies: 1,
  // The rest is too short here: the difference of two times would be noise.
  warmUp: 0,
  realFiles: 4,
  soakMinutes: 0.1,
  soakSample: 0.5,
};

/** Local node, and the number of its latest block. */
type FilledNode = LocalNode & { readonly blocks: number };

/** Resources of the measures. */
export interface BenchContext {
  readonly effort: Effort;
  /** Creates an empty folder. */
  folder(): Promise<string>;
  /** Fills the node on first use. */
  filledNode(): Promise<FilledNode>;
  /** Stops the node; folders are removed when the process ends. */
  close(): Promise<void>;
}

/** Chain name of the local node, and of real blocks. */
export const NODE_CHAIN = "ethereum";

export async function createContext(effort: Effort): Promise<BenchContext> {
  const root = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
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
    },
  };
}
