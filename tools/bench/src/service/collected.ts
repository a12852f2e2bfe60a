/** Resident memory of a process, in bytes. */
export interface Memory {
  readonly resident: number;
  /** After all garbage has been collected, and unused memory of the heap has been returned. */
  readonly collected: number;
}

/** Arguments of Node, so that a program responds to the message `memory` with its memory. */
export const COLLECTING: readonly string[] = [
  "--expose-gc",
  "--import",
  import.meta.resolve("./collector.ts"),
];
