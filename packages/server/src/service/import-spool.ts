import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { type CheckedBlock, MAX_BLOCKS } from "../ingest/verified-blocks.ts";

/**
 * Creates a spool of blocks that are read in the opposite order. All but the latest ones are in a temporary file, which is
 * created when there are more than are written at once.
 */
export function createSpool() {
  const chunks: { readonly position: number; readonly length: number }[] = [];
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
    async add(block: CheckedBlock): Promise<void> {
      if (latest.length >= MAX_BLOCKS) {
        await flush();
      }
      latest.push(block);
    },
    /** Yields the blocks, the last one first. */
    async *backwards(): AsyncGenerator<CheckedBlock> {
      yield* latest.toReversed();
      for (const { position, length } of chunks.toReversed()) {
        const bytes = Buffer.alloc(length);
        await file?.handle.read(bytes, 0, length, position);
        yield* (deserialize(bytes) as CheckedBlock[]).reverse();
      }
    },
    /** Removes the file. */
    async close(): Promise<void> {
      await file?.handle.close();
      if (file) {
        await rm(file.folder, { recursive: true, force: true });
      }
    },
  };
}
