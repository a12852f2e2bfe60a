import { type ContractOptions, type Report, runContract } from "@chainkit/contract-tests";
import { readRegister } from "@chainkit/spec";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevService, startDev } from "../src/index.ts";
import { type Mutation, startProxy } from "./support/mutating-proxy.ts";
import { ALLOWED } from "./support/mutations/allowed.ts";
import { FORBIDDEN } from "./support/mutations/forbidden.ts";
import { foundBy, record, recordedTitles } from "./support/mutations/found-by.ts";
import { IMPLIED, PERMITTED, STATED } from "./support/mutations/independent.ts";
import { all, watched } from "./support/mutations/mutation.ts";
import { ALLOWED_BY_TRIAL } from "./support/mutations/trial/allowed.ts";
import { IMPLIED_BY_TRIAL, STATED_BY_TRIAL } from "./support/mutations/trial/forbidden.ts";
import { times } from "./support/thorough.ts";

/** Mutations by class, and the share of them that must be found. */
const LISTS = [
  { title: "forbidden, by the author of the laws", classes: FORBIDDEN, gate: 0.98 },
  { title: "stated outright, by another author", classes: STATED, gate: 0.98 },
  { title: "implied by descriptions, by another author", classes: IMPLIED, gate: 0.8 },
  {
    title: "missed in a trial",
    classes: { stated: STATED_BY_TRIAL, implied: IMPLIED_BY_TRIAL },
    gate: 0.9,
  },
];

/** Names of all waivers of the register. */
const WAIVERS = (await readRegister()).flatMap(({ waiver }) => waiver?.id ?? []);

/** Every twenty-second mutation is tried; all with `CHAINKIT_THOROUGH=1`. */
const STEP = times(22, 1);

/** Classes that no single response shows: invariants run first, the rest only if they pass. */
const RELATIONS = [
  ...["paging", "state", "facts", "pages", "filters", "values"],
  ...Object.keys(IMPLIED),
] as readonly string[];

let service: DevService;
let count = 0;
/** The case that found each mutation of this run. */
const found: Record<string, string> = {};
beforeAll(async () => {
  service = await startDev();
  await service.register("disposable", "kept");
});
afterAll(async () => {
  await service?.stop();
  record(found);
});

const isFailed = ({ outcome }: { readonly outcome: string }) => outcome === "failed";

/** Report of the suite about the service behind a proxy. */
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

/**
 * Whether the suite finds a mutation. The case that found it when last recorded goes first, then the invariants
 * if one is likely to notice; unless one fails, everything is run.
 */
async function isFound(title: string, kind: string, mutation: Mutation): Promise<boolean> {
  const recorded = foundBy(title);
  const parts = [
    ...(recorded === undefined ? [] : [[recorded]]),
    ...(RELATIONS.includes(kind) ? [["invariant"]] : []),
  ];
  for (const include of parts) {
    const report = await judge(mutation, true, { include }).catch(unlessUnknown);
    if (report && noteFailure(title, report)) {
      return true;
    }
  }
  const report = await judge(mutation, true);
  noteFailure(title, report);
  return !report.ok;
}

/** Whether a case failed; the first one is noted, to be recorded. */
function noteFailure(title: string, { results }: Report): boolean {
  const failed = results.find(isFailed);
  if (failed) {
    found[title] = `${failed.operation} / ${failed.kind} / ${failed.name}`;
  }
  return failed !== undefined;
}

/** A recorded case that no longer exists is passed over. */
function unlessUnknown(error: Error): undefined {
  if (!/matches nothing/.test(error.message)) {
    throw error;
  }
}

/** Every nth element. */
const sample = <T>(items: readonly T[], step: number) =>
  items.filter((_, index) => index % step === 0);

it("passes the recorded cases without a mutation", async () => {
  const titles = recordedTitles();
  expect(titles.length).toBeGreaterThan(15);
  const { results } = await judge((incoming, forward) => forward(incoming), false, {
    include: titles,
  });
  expect(results.length).toBeGreaterThanOrEqual(titles.length);
  expect(results.filter(isFailed)).toEqual([]);
});

it.each(LISTS)(
  "finds what is $title",
  async ({ title, classes, gate }) => {
    const tried = sample(
      Object.entries(classes).flatMap(([kind, mutations]) =>
        Object.entries(mutations).map(([name, mutation]) => ({ kind, name, mutation })),
      ),
      STEP,
    );
    const rows = new Map<string, { found: number; of: number }>();
    const missed: string[] = [];
    for (const { kind, name, mutation } of tried) {
      const isNoticed = await isFound(`${title}: ${kind}: ${name}`, kind, mutation);
      const row = rows.get(kind) ?? { found: 0, of: 0 };
      rows.set(kind, { found: row.found + (isNoticed ? 1 : 0), of: row.of + 1 });
      missed.push(...(isNoticed ? [] : [`${kind}: ${name}`]));
    }
    const noticed = tried.length - missed.length;
    console.log(
      [
        `Found of ${title}: ${noticed}/${tried.length}, at least ${gate * 100} % required`,
        ...[...rows].map(([kind, row]) => `  ${kind.padEnd(14)} ${row.found}/${row.of}`),
        ...missed.map((each) => `  missed: ${each}`),
      ].join("\n"),
    );
    expect(noticed / tried.length).toBeGreaterThanOrEqual(gate);
  },
  2_400_000,
);

const permitted = {
  ...ALLOWED,
  ...Object.fromEntries(sample(Object.entries(PERMITTED), times(11, 1))),
};
const names = Object.keys(permitted);
/** All allowed behaviours go together, to save runs; each night in smaller groups. */
const GROUP = times(names.length, 5);
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
    // In one run of all, none may hide another; in small groups, some do.
    const hidden = group.filter((name) => !changing.has(name) && name !== "slow responses");
    expect(group.length < names.length ? [] : hidden).toEqual([]);
  },
  300_000,
);

it("raises at most one alarm for what a trial found to be allowed, with every waiver", async () => {
  const alarms: string[] = [];
  // The form of token ids is one of the questions: they are discovered.
  for (const [name, mutation] of sample(Object.entries(ALLOWED_BY_TRIAL), times(7, 1))) {
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
