import { defineMode } from "../mode.ts";
import { type BenchContext, createContext, QUICK, THOROUGH } from "./context.ts";
import { ingest } from "./measures/ingest.ts";
import { reads } from "./measures/reads.ts";
import { soak } from "./measures/soak.ts";

/** Service, as in production. */
export const mode = defineMode<BenchContext>({
  measures: { reads, ingest, soak },
  long: ["soak"],
  open({ quick, soak: minutes, provider }) {
    const effort = quick ? QUICK : THOROUGH;
    return createContext({ ...effort, soakMinutes: minutes ?? effort.soakMinutes, provider });
  },
  close: (context) => context.close(),
});
