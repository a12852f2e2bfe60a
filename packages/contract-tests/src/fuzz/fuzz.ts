import type { Context } from "../context.ts";
import type { InvariantOptions } from "../invariants/run.ts";

/** How to fuzz. */
export interface FuzzOptions extends InvariantOptions {
  readonly ms: number;
}

/** Placeholder until random requests are made. */
export async function fuzz(_context: Context, _options: FuzzOptions): Promise<void> {}
