import type { ContractOptions, Report } from "../../src/index.ts";
import { titleOfResult } from "../../src/results.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { loadWaivers } from "../../src/waivers/waiver.ts";
import { known, startReference } from "../reference/server.ts";
import { TOKEN } from "../reference/service.ts";
import { attemptsOf, unlessUnknown } from "./attempts.ts";
import type { ExchangeDefect } from "./corpus.ts";
import { type Mutation, startProxy } from "./proxy.ts";
import { recorded } from "./try.ts";

const specs = await loadSpecs();
const waivers = (await loadWaivers()).map(({ id }) => id);
// The form of token ids is one of the questions that a trial asked: they are discovered.
const { getNft: _, ...calls } = known;

/** Reports about the reference behind a proxy. */
async function judge(mutation: Mutation, options: ContractOptions): Promise<Report> {
  const reference = await startReference();
  const proxy = await startProxy(reference.url, mutation);
  try {
    const target = { target: proxy.url, token: TOKEN, known, seed: 1, blockWaitMs: 0 };
    return await runContract({ ...target, timeoutMs: 60_000, ...options }, specs);
  } finally {
    await proxy.close();
    await reference.close();
  }
}

/** Whether the suite finds a change of exchanges: first by the case that found it when last recorded. */
export async function isFound({ author, basis, kind, name, mutation }: ExchangeDefect) {
  const title = recorded.titleOf(`${author} ${basis}: ${kind}: ${name}`);
  for (const include of attemptsOf(title, basis === "implied")) {
    const options = { bail: true, ...(include && { include }) };
    const report = await judge(mutation, options).catch(unlessUnknown);
    if (report?.verdict === "broken") {
      return true;
    }
  }
  return false;
}

/** Titles of the cases that fail for a behaviour which the contract allows. */
export async function alarmsOf({ author, mutation }: ExchangeDefect): Promise<string[]> {
  const options = author === "trial" ? { known: calls, allow: waivers } : {};
  const { results, verdict } = await judge(mutation, options);
  const failed = results.filter(({ outcome }) => outcome === "failed").map(titleOfResult);
  return failed.length > 0 || verdict === "kept" ? failed : [verdict];
}
