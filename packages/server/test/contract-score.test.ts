import { runContract } from "@chainkit/contract-tests";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevService, startDev } from "../src/index.ts";
import { type Mutation, startProxy } from "./support/mutating-proxy.ts";
import { ALLOWED } from "./support/mutations/allowed.ts";
import { FORBIDDEN } from "./support/mutations/forbidden.ts";
import { all } from "./support/mutations/mutation.ts";
import { times } from "./support/thorough.ts";

/** Share of the forbidden mutations that must be found. */
const GATE = 0.98;
/** Every fourth one is tried; all with `CHAINKIT_THOROUGH=1`. */
const STEP = times(4, 1);

/** Mutations that no single response shows: invariants run first, the rest only if they pass. */
const RELATIONS = ["paging", "state", "facts"];

/** Several allowed behaviours go together, to save runs. */
const GROUP = 5;

let service: DevService;
let count = 0;
beforeAll(async () => {
  service = await startDev();
}, 120_000);
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
      known: { ...known, removeSubgraph: [{ name: "disposable", version }] },
      seed: 1,
      bail,
      blockWaitMs: 3000,
      ...(include && { include }),
    });
  } finally {
    await proxy.close();
  }
}

it("finds what the contract forbids", async () => {
  const missed: string[] = [];
  const rows: string[] = [];
  let total = 0;
  for (const [kind, mutations] of Object.entries(FORBIDDEN)) {
    const names = Object.keys(mutations).filter((_, index) => index % STEP === 0);
    let found = 0;
    for (const name of names) {
      const mutation = mutations[name] as Mutation;
      const isFound =
        (RELATIONS.includes(kind) &&
          (await judge(mutation, true, ["invariant"])).results.some(isFailed)) ||
        !(await judge(mutation, true)).ok;
      if (!isFound) {
        missed.push(`${kind}: ${name}`);
      } else {
        found += 1;
      }
    }
    total += names.length;
    rows.push(`  ${kind.padEnd(10)} ${found}/${names.length}`);
  }
  console.log(
    ["Found behind the proxy", ...rows, ...missed.map((each) => `  missed: ${each}`)].join("\n"),
  );
  expect(1 - missed.length / total).toBeGreaterThanOrEqual(GATE);
}, 900_000);

const names = Object.keys(ALLOWED);
const groups = Array.from({ length: Math.ceil(names.length / GROUP) }, (_, index) =>
  names.slice(index * GROUP, (index + 1) * GROUP),
);

it.each(groups.map((group) => [group.join(", "), group] as const))(
  "accepts what the contract allows: %s",
  async (_, group) => {
    const together = all(...group.map((name) => ALLOWED[name] as Mutation));
    const { results, verdict } = await judge(together, false);
    const failed = results.filter(isFailed);
    expect(failed.map(({ operation, name, failure }) => ({ operation, name, failure }))).toEqual(
      [],
    );
    expect(verdict).toBe("kept");
  },
  300_000,
);
