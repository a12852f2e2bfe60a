import type { ContractOptions, Report } from "../../src/index.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import type { Spec } from "../../src/spec/spec.ts";
import { startReference } from "./server.ts";
import { type Service, TOKEN } from "./service.ts";

const contract = await loadSpecs();

/** Runs the suite against a reference that is changed, with its token. */
export async function runOnReference(
  options: ContractOptions,
  change?: (service: Service) => void,
  specs: readonly Spec[] = contract,
): Promise<Report> {
  const { url, close } = await startReference(change, specs);
  const usual = { target: url, token: TOKEN, seed: 1, blockWaitMs: 0 };
  return runContract({ ...usual, ...options }, specs).finally(close);
}
