// A program of its own, because the stack traces of tests have lines of other texts than the sources.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Fixture } from "../../src/invariants/fixture.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { known, startReference } from "../reference/server.ts";
import { TOKEN } from "../reference/service.ts";
import { exchangeDefects } from "./corpus.ts";
import { startProxy } from "./proxy.ts";
import { defects } from "./service/index.ts";
import { nameOf, recorded } from "./try.ts";

/** What the program sends: places by file and text of the line. */
export interface Reach {
  readonly places: readonly string[];
  readonly reached: readonly string[];
}

/** Changes of exchanges that reach the places which the defects of the service do not. */
const EXCHANGES: readonly string[] = [
  "a contract for every recipient",
  "a default of 30",
  "a filter by case",
  "a limit ignored on later pages",
  "a parent of its own",
  "a record on two pages",
  "another sender in listings",
  "balances shifted by a digit",
  "cumulative gas of its own",
  "half of every later page dropped",
  "NFTs of somebody",
  "sent only",
  "the block of the parent",
  "the cap as price",
  "the count of the limit",
  "the same chain everywhere",
  "timestamp of a block with a blank",
  "times that run",
  "value in wei",
];

const CONCURRENCY = 3;
const folder = join(import.meta.dirname, "../../src/invariants");
const lines = new Map<string, readonly string[]>();
for (const name of readdirSync(folder).filter((each) => each !== "fixture.ts")) {
  lines.set(name, readFileSync(join(folder, name), "utf8").split("\n"));
}

const placeOf = (name: string, line: number) => `${name}: ${lines.get(name)?.[line - 1]?.trim()}`;

const reached = new Set<string>();
const { guard } = Fixture.prototype;
Fixture.prototype.guard = function (this: Fixture, holds, ...rest) {
  if (!holds) {
    const [, name = "", line] =
      /src\/invariants\/((?!fixture)[\w-]+\.ts):(\d+)/.exec(new Error().stack ?? "") ?? [];
    reached.add(placeOf(name, Number(line)));
  }
  return guard.call(this, holds, ...rest);
};

const specs = await loadSpecs();

async function run(url: string, include: readonly string[]): Promise<void> {
  const options = { target: url, token: TOKEN, known, seed: 1, blockWaitMs: 0, include };
  await runContract({ ...options, timeoutMs: 1000 }, specs);
}

const trials = [
  ...defects.map((defect) => async () => {
    const reference = await startReference(defect.apply);
    const title = recorded.recordedTitle(nameOf(defect));
    await run(reference.url, title === undefined ? [] : [title]).finally(reference.close);
  }),
  ...exchangeDefects
    .filter(({ author, name }) => author !== "trial" && EXCHANGES.includes(name))
    .map(({ mutation }) => async () => {
      const reference = await startReference();
      const proxy = await startProxy(reference.url, mutation);
      await run(proxy.url, ["* / invariant / *"]).finally(proxy.close);
      await reference.close();
    }),
].values();
const inTurn = async () => {
  for (const trial of trials) {
    await trial();
  }
};
await Promise.all(Array.from({ length: CONCURRENCY }, inTurn));

const places = [...lines].flatMap(([name, all]) =>
  all.flatMap((text, at) =>
    /\.(assert|guard)\(/.test(text) ? placeOf(basename(name), at + 1) : [],
  ),
);
process.send?.({ places: [...new Set(places)], reached: [...reached] } satisfies Reach);
process.disconnect?.();
