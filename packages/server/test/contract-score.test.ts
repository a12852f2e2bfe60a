import { runContract } from "@chainkit/contract-tests";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevService, startDev } from "../src/index.ts";
import { type Mutation, startProxy } from "./support/mutating-proxy.ts";
import { ALLOWED } from "./support/mutations/allowed.ts";
import { FORBIDDEN } from "./support/mutations/forbidden.ts";
import { IMPLIED, PERMITTED, STATED } from "./support/mutations/independent.ts";
import { all } from "./support/mutations/mutation.ts";
import { times } from "./support/thorough.ts";

/** Mutations by class, and the share of them that must be found. */
const LISTS = [
  { title: "forbidden, by the author of the laws", classes: FORBIDDEN, gate: 0.98 },
  { title: "stated outright, by another author", classes: STATED, gate: 0.98 },
  { title: "implied by descriptions, by another author", classes: IMPLIED, gate: 0.8 },
];

/** Every twenty-second mutation is tried; all with `CHAINKIT_THOROUGH=1`. */
const STEP = times(22, 1);

/** Classes that no single response shows: invariants run first, the rest only if they pass. */
const RELATIONS = [
  ...["paging", "state", "facts", "pages", "filters", "values"],
  ...Object.keys(IMPLIED),
] as readonly string[];

/** Several allowed behaviours go together, to save runs. */
const GROUP = 5;

let service: DevService;
let count = 0;
beforeAll(async () => {
  service = await startDev();
  await service.register("disposable", "kept");
}, 300_000);
afterAll(() => service?.stop());

const isFailed = ({ outcome }: { readonly outcome: string }) => outcome === "failed";

/** Report of the suite about the service behind a proxy. */
async function judge(mutation: Mutation, bail: boolean, include?: string[]) {
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
        createTag: [...(known.createTag ?? []), { subgraph_name: "disposable", version: "kept" }],
        removeSubgraph: [{ name: "disposable", version }],
      },
      seed: 1,
      bail,
      blockWaitMs: 3000,
      ...(include && { include }),
    });
  } finally {
    await proxy.close();
  }
}

const isFound = async (kind: string, mutation: Mutation) =>
  (RELATIONS.includes(kind) &&
    (await judge(mutation, true, ["invariant"])).results.some(isFailed)) ||
  !(await judge(mutation, true)).ok;

/** Every nth element. */
const sample = <T>(items: readonly T[], step: number) =>
  items.filter((_, index) => index % step === 0);

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
      const found = await isFound(kind, mutation);
      const row = rows.get(kind) ?? { found: 0, of: 0 };
      rows.set(kind, { found: row.found + (found ? 1 : 0), of: row.of + 1 });
      missed.push(...(found ? [] : [`${kind}: ${name}`]));
    }
    const found = tried.length - missed.length;
    console.log(
      [
        `Found of ${title}: ${found}/${tried.length}, at least ${gate * 100} % required`,
        ...[...rows].map(([kind, row]) => `  ${kind.padEnd(14)} ${row.found}/${row.of}`),
        ...missed.map((each) => `  missed: ${each}`),
      ].join("\n"),
    );
    expect(found / tried.length).toBeGreaterThanOrEqual(gate);
  },
  2_400_000,
);

const permitted = {
  ...ALLOWED,
  ...Object.fromEntries(sample(Object.entries(PERMITTED), times(11, 1))),
};
const names = Object.keys(permitted);
const groups = Array.from({ length: Math.ceil(names.length / GROUP) }, (_, index) =>
  names.slice(index * GROUP, (index + 1) * GROUP),
);

it.each(groups.map((group) => [group.join(", "), group] as const))(
  "accepts what the contract allows: %s",
  async (_, group) => {
    const together = all(...group.map((name) => permitted[name] as Mutation));
    const { results, verdict } = await judge(together, false);
    const failed = results.filter(isFailed);
    expect(failed.map(({ operation, name, failure }) => ({ operation, name, failure }))).toEqual(
      [],
    );
    expect(verdict).toBe("kept");
  },
  300_000,
);
