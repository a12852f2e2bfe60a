import { type ContractOptions, type Report, runContract } from "@chainkit/contract-tests";
import {
  all,
  attemptsOf,
  type ExchangeDefect,
  exchangeDefects,
  FOUND_BY,
  GATES,
  type Mutation,
  Recorded,
  startProxy,
  unlessUnknown,
  watched,
} from "@chainkit/contract-tests/defects";
import { readRegister } from "@chainkit/spec";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevService, startDev } from "../src/index.ts";

/** Defects by who wrote them and what forbids them, and the share of them that must be found. */
const LISTS = [
  { author: "suite", basis: "stated" },
  { author: "independent", basis: "stated" },
  { author: "independent", basis: "implied" },
  { author: "trial", basis: "stated" },
  { author: "trial", basis: "implied" },
] as const;

const defectsOf = (author: ExchangeDefect["author"], basis: ExchangeDefect["basis"]) =>
  exchangeDefects.filter((each) => each.author === author && each.basis === basis);

const WAIVERS = (await readRegister()).flatMap(({ waiver }) => waiver?.id ?? []);

/** Classes that no single response shows: invariants run first, the rest only if they pass. */
const RELATIONS: readonly string[] = ["paging", "state", "facts", "pages", "filters", "values"];

let service: DevService;
let count = 0;
const recorded = new Recorded(FOUND_BY);
const restart = async () => {
  await service?.stop();
  service = await startDev();
  await service.register("disposable", "kept");
};
beforeAll(restart);
afterAll(async () => {
  await service?.stop();
  recorded.save();
});

/** Defects after which the chain begins anew: what is rare must be among the transactions that the suite reads. */
const FRESH = 20;

const isFailed = ({ outcome }: { readonly outcome: string }) => outcome === "failed";

async function judge(
  mutation: Mutation,
  bail: boolean,
  {
    include,
    allow = [],
    known: own = {},
  }: Pick<ContractOptions, "include" | "allow" | "known"> = {},
) {
  const version = `0.0.${count++}`;
  await service.register("disposable", version);
  await service.register(`judged-${count}`, "1.0.0");
  const known = await service.known();
  const proxy = await startProxy(service.url, mutation);
  try {
    return await runContract({
      target: proxy.url,
      token: service.token,
      options: { graphNs: "dev" },
      known: {
        ...known,
        ...own,
        createTag: [...(known.createTag ?? []), { subgraph_name: "disposable", version: "kept" }],
        removeSubgraph: [{ name: "disposable", version }],
      },
      seed: 1,
      bail,
      blockWaitMs: 3000,
      allow,
      ...(include && { include }),
    });
  } finally {
    await proxy.close();
  }
}

async function isFound({ author, basis, kind, name, mutation }: ExchangeDefect): Promise<boolean> {
  const title = `${author} ${basis}: ${kind}: ${name}`;
  const isRelation = basis === "implied" || RELATIONS.includes(kind);
  let report: Report | undefined;
  for (const include of attemptsOf(recorded.titleOf(title), isRelation)) {
    report = await judge(mutation, true, include && { include }).catch(unlessUnknown);
    const failed = report?.results.find(isFailed);
    if (failed) {
      recorded.note(title, `${failed.operation} / ${failed.kind} / ${failed.name}`);
      return true;
    }
  }
  return report?.ok === false;
}

it("passes the recorded cases without a mutation", async () => {
  const { titles } = recorded;
  expect(titles.length).toBeGreaterThan(15);
  const { results } = await judge((incoming, forward) => forward(incoming), false, {
    include: titles,
  });
  expect(results.length).toBeGreaterThanOrEqual(titles.length);
  expect(results.filter(isFailed)).toEqual([]);
});

it.each(LISTS)(
  "finds what is $basis, by author: $author",
  async ({ author, basis }) => {
    const gate = GATES[author][basis];
    const tried = defectsOf(author, basis);
    const rows = new Map<string, { found: number; of: number }>();
    const missed: string[] = [];
    for (const [at, defect] of tried.entries()) {
      if (at % FRESH === 0) {
        await restart();
      }
      const { kind, name } = defect;
      const isNoticed = await isFound(defect);
      const row = rows.get(kind) ?? { found: 0, of: 0 };
      rows.set(kind, { found: row.found + (isNoticed ? 1 : 0), of: row.of + 1 });
      missed.push(...(isNoticed ? [] : [`${kind}: ${name}`]));
    }
    const noticed = tried.length - missed.length;
    console.log(
      [
        `Found, ${basis}, by author ${author}: ${noticed}/${tried.length}, at least ${gate * 100} % required`,
        ...[...rows].map(([kind, row]) => `  ${kind.padEnd(14)} ${row.found}/${row.of}`),
        ...missed.map((each) => `  missed: ${each}`),
      ].join("\n"),
    );
    expect(noticed / tried.length).toBeGreaterThanOrEqual(gate);
  },
  2_400_000,
);

const permitted: Readonly<Record<string, Mutation>> = Object.fromEntries(
  [...defectsOf("suite", "allowed"), ...defectsOf("independent", "allowed")].map(
    ({ name, mutation }) => [name, mutation],
  ),
);
const names = Object.keys(permitted);
/** Some allowed behaviours go together, to save runs. */
const GROUP = 5;
const groups = Array.from({ length: Math.ceil(names.length / GROUP) }, (_, index) =>
  names.slice(index * GROUP, (index + 1) * GROUP),
);

it.each(groups.map((group) => [group.join(", "), group] as const))(
  "accepts what the contract allows: %s",
  async (_, group) => {
    const changing = new Set<string>();
    const each = group.map((name) =>
      watched(permitted[name] as Mutation, () => changing.add(name)),
    );
    const together = all(...each);
    const { results, verdict } = await judge(together, false);
    const failed = results.filter(isFailed);
    expect(failed.map(({ operation, name, failure }) => ({ operation, name, failure }))).toEqual(
      [],
    );
    expect(verdict).toBe("kept");
    // One may hide another, and nothing else would show that none does anything.
    expect(changing.size).toBeGreaterThan(0);
  },
  300_000,
);

it("raises at most one alarm for what a trial found to be allowed, with every waiver", async () => {
  const alarms: string[] = [];
  // The form of token ids is one of the questions: they are discovered.
  for (const { name, mutation } of defectsOf("trial", "allowed")) {
    const { results, verdict } = await judge(mutation, false, {
      allow: WAIVERS,
      known: { getNft: [] },
    });
    const failed = results
      .filter(isFailed)
      .map(({ operation, name: law }) => `${operation} / ${law}`);
    alarms.push(...(verdict === "kept" ? [] : [`${name}: ${verdict} ${failed.join(", ")}`]));
  }
  expect(alarms.slice(0, 1)).toEqual(alarms);
}, 1_200_000);
