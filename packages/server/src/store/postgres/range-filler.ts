import type { BlockName, Hex } from "../../chain/records.ts";
import type { BlockChange } from "../chain-writer.ts";

/** A range that is filled by this process, in tables that are not attached yet. */
export interface Fill {
  readonly first: number;
  readonly end: number;
  /** Next block to add. */
  readonly next: number;
  /** Hash of the block before it; null for the first one. */
  readonly hash: Hex | null;
}

/** Fills ranges below the first stored block; several workers and processes may do so at the same time. */
export interface RangeFiller {
  /**
   * Registers the ranges to fill.
   *
   * @returns First block of the chain that is above them; blocks down to it are added in order.
   */
  plan(from: number): Promise<number>;
  first(): Promise<BlockName & { readonly parentHash: Hex }>;
  /** Adds the blocks before the first one. @returns false if another process did. */
  prepend(changes: readonly BlockChange[], first: BlockName): Promise<boolean>;
  /** Claims the highest range that no other worker fills. */
  claim(): Promise<Fill | undefined>;
  /** Adds the next blocks of a range. @throws StoreLockedError if another process claimed it. */
  add(fill: Fill, changes: readonly BlockChange[]): Promise<Fill>;
  /** Creates the indexes of a range that has all of its blocks; it can be attached from then on. */
  complete(fill: Fill): Promise<void>;
  /** Gives up a range, so that another worker can claim it. */
  release(fill: Fill): Promise<void>;
  /**
   * Attaches the ranges that are complete, from the top.
   *
   * @returns Number of ranges that are not attached yet.
   * @throws SeamError if a range does not lead up to the first stored block.
   */
  attach(): Promise<number>;
  /** Removes the blocks of all ranges that are not attached, and that no process fills. */
  discard(): Promise<void>;
  close(): Promise<void>;
}
