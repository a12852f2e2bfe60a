import { defineMode } from "../mode.ts";
import { type BenchContext, createContext, QUICK, THOROUGH } from "./context.ts";
import { ingest } from "./measures/ingest.ts";
import { reads } from "./measures/reads.ts";
import { soak } from "./measures/soak.ts";

/** Service, as in production. */
export const mode = defineMode<BenchContext>({
  measures: { reads, ingest, soak },
  long: ["soak"],
  open: ({ quick }) => createContext(quick ? QUICK : THOROUGH),
  close: (context) => context.close(),
});
