import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAdminClient } from "../../src/graph-node/admin.ts";
import { createDeployments } from "../../src/graph-node/deployments.ts";
import { createStatusClient } from "../../src/graph-node/status.ts";
import { assertTaggable } from "../../src/graph-node/tags.ts";
import type { ManagementStore } from "../../src/store/management-store.ts";
import { openManagement, openSubgraphs } from "../../src/store/open.ts";
import type { SubgraphStore } from "../../src/store/subgraph-store.ts";
import { type StandIn, startStandIn } from "../support/graph-node/graph-node.ts";
import type { Fault } from "../support/graph-node/state.ts";
import { temporaryFolder } from "../support/support.ts";
import { times } from "../support/thorough.ts";

const NAME = "transfers";
const VERSIONS = ["v1", "v2"];
const fault = fc.constantFrom<Fault>(
  { kind: "refuse" },
  { kind: "refuse" },
  { kind: "status", status: 503 },
  { kind: "break", at: "before" },
  { kind: "break", at: "after" },
  { kind: "break", at: "after" },
);

/** A command, each kind as often as it stands here, with all that any of them takes. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(["deploy", "deploy", "deploy", "remove", "remove", "remove", "tag", "untag"] as const),
    ...(["fault", "fault", "fault", "fault", "fault", "heal", "recover", "recover"] as const),
  ),
  version: fc.constantFrom(...VERSIONS),
  id: fc.constantFrom<string>("QmA", "QmA", "QmB", "QmMissing"),
  /** Of the requests that get the fault. */
  request: fc.constantFrom(
    ...["subgraph_deploy", "subgraph_deploy", "subgraph_remove", "subgraph_remove"],
    ...["subgraph_create", "status"],
  ),
  fault,
  /** Step of the command at which the process ends, before or after it; undefined: it does not. */
  crashAt: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 2 }),
  isBefore: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What chance seldom puts together: interrupted, and then met by another fault. */
const interrupted = fc
  .tuple(step, fc.constantFrom("deploy", "remove"), fault, fault)
  .map(([any, kind, first, second]): Step[] => {
    const base = { ...any, id: "QmA", request: `subgraph_${kind}`, crashAt: undefined };
    return [
      { ...base, kind: "fault", fault: first },
      { ...base, kind },
      { ...base, kind: "fault", fault: second },
      { ...base, kind: "recover" },
    ];
  });
const steps = fc
  .array(fc.oneof(fc.tuple(step), interrupted), { minLength: 1, maxLength: 12 })
  .map((parts): Step[] => parts.flat());

/** Ends a process at one of its steps: that and all after it never return. */
function crashingAt(crashAt = Number.POSITIVE_INFINITY, isBefore = false) {
  let count = 0;
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
  const end = () => {
    crash();
    return new Promise<never>(() => {});
  };
  const wrap = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, key) {
        const method = Reflect.get(target, key) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]) => {
          count += 1;
          const own = count;
          if (own > crashAt || (own === crashAt && isBefore)) {
            return end();
          }
          // What was begun at graph-node or in the store goes on without the process.
          const result = await method.apply(target, args);
          return own === crashAt ? end() : result;
        };
      },
    });
  return { wrap, crashed };
}

async function play(steps: readonly Step[], { state, settings }: StandIn): Promise<void> {
  const location = { kind: "sqlite", file: join(temporaryFolder(), "management.sqlite") } as const;
  const claimMs = { deploying: 60_000, removing: 60_000 };
  let skipped = 0;
  const now = () => Date.now() + skipped;
  // Whoever comes next comes after the claims of a process that has ended.
  const skip = () => {
    skipped += claimMs.deploying + 1;
  };
  const admin = createAdminClient(settings.admin, 2_000, 2_000);
  const status = createStatusClient(settings.status, 2_000);
  const withStores = async (
    work: (management: ManagementStore, subgraphs: SubgraphStore) => Promise<void>,
  ) => {
    const management = await openManagement(location);
    const subgraphs = await openSubgraphs(location, now);
    await work(management, subgraphs);
    await management.close();
    await subgraphs.close();
  };

  for (const { kind, version, id: deploymentId, request, fault, crashAt, isBefore } of steps) {
    await withStores(async (management, subgraphs) => {
      const { wrap, crashed } = crashingAt(crashAt, isBefore);
      const store = wrap(subgraphs);
      const parts = { store, admin: wrap(admin), status: wrap(status), claimMs, now };
      const { deploy, remove, recover } = createDeployments(parts);
      const commands: Readonly<Record<Step["kind"], () => unknown>> = {
        deploy: () => deploy({ name: NAME, version, deploymentId }),
        remove: () => remove(NAME, version),
        tag: async () => {
          await assertTaggable(store, status, "nothing", NAME, version, "prod");
          await management.setTag(NAME, version, "prod");
        },
        untag: () => management.deleteTag(NAME, version, "prod"),
        recover,
        fault: () => state.faults.set(request, fault),
        heal: () => state.faults.clear(),
      };
      const run = async () => commands[kind]();
      await Promise.race([run().catch(() => {}), crashed.then(skip)]);
    });
  }

  state.faults.clear();
  skip();
  await withStores(async (management, store) => {
    const { recover } = createDeployments({ store, admin, status, claimMs, now });
    expect(await recover()).toBe(0);
    const kept = await store.listDeployments();
    const known = kept.map((each) => [each.remoteName, each.deploymentId]).sort();
    expect(known).toEqual([...state.names].sort());
    expect(kept.filter((each) => each.state !== "deployed")).toEqual([]);
    const registered = await management.listDeployments();
    const versions = [registered, kept].map((each) => each.map(({ version }) => version).sort());
    expect(versions[0]).toEqual(versions[1]);
    const tags = await Promise.all(VERSIONS.map((each) => management.listTags(NAME, each)));
    // One tag at most, on a version that is there: the database holds it to that.
    expect(tags.flat().length).toBeLessThanOrEqual(1);
  });
}

test("service and graph-node agree after any sequence of deploy, tag, move, delete, remove and crash", async () => {
  const standIn = await startStandIn();
  standIn.state.missing.add("QmMissing");
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (steps, isStrict) => {
      standIn.state.names.clear();
      standIn.state.deployments.clear();
      standIn.state.faults.clear();
      standIn.state.isStrict = isStrict;
      await play(steps, standIn);
    }),
    { numRuns: times(15, 500) },
  );
});
