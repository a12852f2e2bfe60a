import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { type CheckedBlock, MAX_BLOCKS } from "../ingest/verified-blocks.ts";

/** Blocks that are read in the opposite order; all but the latest ones are in a temporary file. */
export interface Spool {
  add(block: CheckedBlock): Promise<void>;
  /** Yields the blocks, the last one first. */
  backwards(): AsyncGenerator<CheckedBlock>;
  /** Removes the file. */
  close(): Promise<void>;
}

/** Part of the file. */
interface Chunk {
  readonly position: number;
  readonly length: number;
}

/** Creates a spool, without a file until there are more blocks than are written at once. */
export function createSpool(): Spool {
  const chunks: Chunk[] = [];
  let latest: CheckedBlock[] = [];
  let file: { readonly folder: string; readonly handle: FileHandle } | undefined;
  let end = 0;

  const create = async () => {
    const folder = await mkdtemp(join(tmpdir(), "chainkit-import-"));
    file = { folder, handle: await open(join(folder, "blocks"), "w+") };
    return file;
  };
  const flush = async () => {
    const { handle } = file ?? (await create());
    const bytes = serialize(latest);
    await handle.write(bytes, 0, bytes.length, end);
    chunks.push({ position: end, length: bytes.length });
    end += bytes.length;
    latest = [];
  };
  return {
    async add(block) {
      if (latest.length >= MAX_BLOCKS) {
        await flush();
      }
      latest.push(block);
    },
    async *backwards() {
      yield* latest.toReversed();
      for (const { position, length } of chunks.toReversed()) {
        const bytes = Buffer.alloc(length);
        await file?.handle.read(bytes, 0, length, position);
        yield* (deserialize(bytes) as CheckedBlock[]).reverse();
      }
    },
    async close() {
      await file?.handle.close();
      if (file) {
        await rm(file.folder, { recursive: true, force: true });
      }
    },
  };
}
