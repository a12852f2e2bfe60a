/** Result of one check. */
export interface Finding {
  /** Whether the service works: as it is, with a restriction, or not. */
  readonly level: "ok" | "warning" | "problem";
  readonly text: string;
}
