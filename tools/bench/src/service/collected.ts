/** Resident memory of a process, in bytes. */
export interface Memory {
  readonly resident: number;
  /** After all garbage has been collected, and unused memory of the heap has been returned. */
  readonly collected: number;
}

/** Messages to which a program responds with its memory, or with the bytes of its heap that are in use. */
export type MemoryQuestion = "memory" | "heap";

/** Arguments of Node, so that a program responds to a `MemoryQuestion`. */
export const COLLECTING: readonly string[] = [
  "--expose-gc",
  "--import",
  import.meta.resolve("./collector.ts"),
];
