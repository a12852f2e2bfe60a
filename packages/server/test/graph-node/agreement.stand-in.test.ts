import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAdminClient } from "../../src/graph-node/admin.ts";
import { createDeployments } from "../../src/graph-node/deployments.ts";
import { createStatusClient } from "../../src/graph-node/status.ts";
import { assertTaggable } from "../../src/graph-node/tags.ts";
import { openManagement, openSubgraphs } from "../../src/store/open.ts";
import { type StandIn, startStandIn } from "../support/graph-node/graph-node.ts";
import type { Fault } from "../support/graph-node/state.ts";
import { temporaryFolder } from "../support/support.ts";
import { times } from "../support/thorough.ts";

type Command =
  | { readonly kind: "deploy"; readonly version: string; readonly id: string }
  | { readonly kind: "remove" | "tag" | "untag"; readonly version: string }
  | { readonly kind: "fault"; readonly method: string; readonly fault: Fault }
  | { readonly kind: "heal" | "recover" };

/** A command, and the step of it at which the process ends; absent: it does not. */
interface Step {
  readonly command: Command;
  readonly crashAt: number | undefined;
  readonly isBefore: boolean;
}

const NAME = "transfers";
const VERSIONS = ["v1", "v2"];
const version = fc.constantFrom(...VERSIONS);
const fault: fc.Arbitrary<Fault> = fc.constantFrom(
  { kind: "refuse" },
  { kind: "status", status: 503 },
  { kind: "refuse" },
  { kind: "break", at: "before" },
  { kind: "break", at: "after" },
  { kind: "break", at: "after" },
);
const method = fc.constantFrom(
  "subgraph_deploy",
  "subgraph_deploy",
  "subgraph_remove",
  "subgraph_remove",
  "subgraph_create",
  "status",
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("deploy" as const),
      version,
      id: fc.constantFrom("QmA", "QmA", "QmB", "QmMissing"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom("remove", "remove", "tag", "untag"), version }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("fault" as const), method, fault }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("heal", "recover", "recover") }) },
) as fc.Arbitrary<Command>;
const step: fc.Arbitrary<Step> = fc.record({
  command,
  crashAt: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 2 }),
  isBefore: fc.boolean(),
});

/** What chance seldom puts together: interrupted, and then met by another fault. */
const interrupted: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom("deploy", "remove"), version, fault, fault)
  .map(([kind, version, first, second]) =>
    [
      { kind: "fault", method: `subgraph_${kind}`, fault: first } as const,
      kind === "deploy"
        ? ({ kind: "deploy", version, id: "QmA" } as const)
        : ({ kind: "remove", version } as const),
      { kind: "fault", method: `subgraph_${kind}`, fault: second } as const,
      { kind: "recover" } as const,
    ].map((command) => ({ command, crashAt: undefined, isBefore: false })),
  );
const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      step.map((each) => [each]),
      interrupted,
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.flat());

/** Ends a process at one of its steps: that and all after it never return. */
function crashingAt(crashAt: number | undefined, isBefore: boolean) {
  let count = 0;
  let crash = () => {};
  const crashed = new Promise<"crashed">((resolve) => {
    crash = () => resolve("crashed");
  });
  const never = new Promise<never>(() => {});
  const wrap = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, key) {
        const method = Reflect.get(target, key) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]) => {
          count += 1;
          if (crashAt !== undefined && (count > crashAt || (count === crashAt && isBefore))) {
            crash();
            return never;
          }
          // What was begun at graph-node or in the store goes on without the process.
          const result = await method.apply(target, args);
          if (count === crashAt) {
            crash();
            return never;
          }
          return result;
        };
      },
    });
  return { wrap, crashed };
}

async function play(steps: readonly Step[], standIn: StandIn): Promise<void> {
  const { state, settings } = standIn;
  const location = { kind: "sqlite", file: join(temporaryFolder(), "management.sqlite") } as const;
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const claimMs = { deploying: 60_000, removing: 60_000 };
  const admin = createAdminClient(settings.admin, 2_000, 2_000);
  const status = createStatusClient(settings.status, 2_000);

  for (const { command, crashAt, isBefore } of steps) {
    if (command.kind === "fault") {
      state.faults.set(command.method, command.fault);
      continue;
    }
    if (command.kind === "heal") {
      state.faults.clear();
      continue;
    }
    const management = await openManagement(location);
    const subgraphs = await openSubgraphs(location, now);
    const { wrap, crashed } = crashingAt(crashAt, isBefore);
    const store = wrap(subgraphs);
    const parts = { store, admin: wrap(admin), status: wrap(status), claimMs, now };
    const deployments = createDeployments(parts);
    const run = async () => {
      switch (command.kind) {
        case "deploy":
          await deployments.deploy({
            name: NAME,
            version: command.version,
            deploymentId: command.id,
          });
          break;
        case "remove":
          await deployments.remove(NAME, command.version);
          break;
        case "tag":
          await assertTaggable(store, status, "nothing", NAME, command.version, "prod");
          await management.setTag(NAME, command.version, "prod");
          break;
        case "untag":
          await management.deleteTag(NAME, command.version, "prod");
          break;
        case "recover":
          await deployments.recover();
      }
    };
    const outcome = await Promise.race([run().catch(() => "failed"), crashed]);
    if (outcome === "crashed") {
      // Whoever comes next comes after the claims of the process that has ended.
      skipped += claimMs.deploying + 1;
    }
    await management.close();
    await subgraphs.close();
  }

  state.faults.clear();
  skipped += claimMs.deploying + 1;
  const management = await openManagement(location);
  const subgraphs = await openSubgraphs(location, now);
  const { recover } = createDeployments({ store: subgraphs, admin, status, claimMs, now });
  expect(await recover()).toBe(0);
  const kept = await subgraphs.listDeployments();
  const registered = await management.listDeployments();
  const tags = await Promise.all(VERSIONS.map((each) => management.listTags(NAME, each)));
  await management.close();
  await subgraphs.close();
  const known = kept.map((each) => [each.remoteName, each.deploymentId]).sort();
  expect(known).toEqual([...state.names].sort());
  expect(kept.every((each) => each.state === "deployed")).toBe(true);
  expect(registered.map((each) => each.version).sort()).toEqual(
    kept.map((each) => each.version).sort(),
  );
  // One tag at most, on a version that is there: the database holds it to that.
  expect(tags.flat().length).toBeLessThanOrEqual(1);
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
