import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { packTar } from "modern-tar";

/** A file in a tar archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** Position of its content. */
  readonly at: number;
  /** Size of its content. */
  readonly bytes: number;
}

/** A tar archive whose files are small enough to be read as a whole. */
export interface Archive {
  /** Its files, in order; not one that is cut off at the end. */
  readonly entries: readonly ArchiveEntry[];
  /** Whether it has its end marker. */
  readonly isComplete: boolean;
  read(entry: ArchiveEntry): Promise<Buffer>;
  /** Appends a file, durably. */
  append(name: string, content: Uint8Array): Promise<void>;
  /** Removes files from the end, and whatever follows them. */
  truncate(length: number): Promise<void>;
  /** Writes the end marker, durably. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Unit of headers and contents. */
const UNIT = 512;
/** The end marker. */
const END = Buffer.alloc(2 * UNIT);
const [NAME_BYTES, SIZE_AT, SIZE_BYTES, MAGIC_AT] = [100, 124, 12, 257];
const MAGIC = "ustar";

/**
 * Opens a tar archive. Its headers are read here, because no package tells where in a file a content begins.
 *
 * @param flags Of `fs.open`; `a+` creates it.
 * @throws Error if it is not a tar archive.
 */
export async function openArchive(file: string, flags: "r" | "a+"): Promise<Archive> {
  const handle = await open(file, flags);
  try {
    const { entries, end, isComplete } = await readHeaders(handle);
    return archive(handle, entries, end, isComplete);
  } catch (error) {
    await handle.close();
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function archive(
  handle: FileHandle,
  entries: ArchiveEntry[],
  initialEnd: number,
  isComplete: boolean,
): Archive {
  let end = initialEnd;
  return {
    entries,
    isComplete,
    read: ({ at, bytes }) => readAt(handle, at, bytes),
    async append(name, content) {
      // Without the time, so that the same contents are the same archive.
      const header = { name, size: content.length, type: "file", mtime: new Date(0) } as const;
      const packed = await packTar([{ header, body: content }]);
      const written = packed.subarray(0, packed.length - END.length);
      await handle.appendFile(written);
      await handle.datasync();
      entries.push({ name, at: end + UNIT, bytes: content.length });
      end += written.length;
    },
    async truncate(length) {
      entries.length = length;
      const last = entries.at(-1);
      end = last ? last.at + padded(last.bytes) : 0;
      await handle.truncate(end);
    },
    async finish() {
      await handle.appendFile(END);
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

async function readHeaders(handle: FileHandle) {
  const { size } = await handle.stat();
  const entries: ArchiveEntry[] = [];
  let end = 0;
  while (end + UNIT <= size) {
    const header = await readAt(handle, end, UNIT);
    if (header.equals(END.subarray(0, UNIT))) {
      return { entries, end, isComplete: true };
    }
    const bytes = Number.parseInt(textAt(header, SIZE_AT, SIZE_BYTES), 8);
    if (textAt(header, MAGIC_AT, MAGIC.length) !== MAGIC || !Number.isSafeInteger(bytes)) {
      throw new Error(`byte ${end} is not the beginning of a file in a tar archive`);
    }
    const entry = { name: textAt(header, 0, NAME_BYTES), at: end + UNIT, bytes };
    const next = entry.at + padded(bytes);
    if (next > size) {
      break;
    }
    entries.push(entry);
    end = next;
  }
  return { entries, end, isComplete: false };
}

function textAt(header: Buffer, at: number, length: number): string {
  return header.toString("latin1", at, at + length).replace(/\0.*$/s, "");
}

function padded(bytes: number): number {
  return Math.ceil(bytes / UNIT) * UNIT;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** File with the checksums of those before it, as `sha256sum --check` reads them. */
const SUMS = "SHA256SUMS";

/** Appends the checksums of all files. */
export async function appendSums(archive: Archive): Promise<void> {
  const lines: string[] = [];
  for (const entry of archive.entries) {
    lines.push(`${sha256(await archive.read(entry))}  ${entry.name}\n`);
  }
  await archive.append(SUMS, Buffer.from(lines.join("")));
}

/**
 * Compares all files with their checksums.
 *
 * @throws Error naming the first file that is damaged, missing or unexpected, or that the archive is cut off.
 */
export async function verifySums({ entries, isComplete, read }: Archive): Promise<void> {
  const last = entries.at(-1);
  if (!isComplete || last?.name !== SUMS) {
    throw new Error(`it is cut off after ${last?.name ?? "its beginning"}`);
  }
  const sums = (await read(last)).toString().split("\n").slice(0, -1);
  for (const [index, entry] of entries.slice(0, -1).entries()) {
    const where = `${entry.name}, at byte ${entry.at}`;
    if (sums[index] !== `${sha256(await read(entry))}  ${entry.name}`) {
      throw new Error(`${where}, is damaged: it does not match its checksum in ${SUMS}`);
    }
  }
  if (sums.length !== entries.length - 1) {
    throw new Error(`${SUMS} has ${sums.length} files, the archive ${entries.length - 1}`);
  }
}

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
