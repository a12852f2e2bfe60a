import { curlLine } from "../http/request.ts";
import type { Result } from "../results.ts";
import { notApplicable } from "../targets/target.ts";
import type { World } from "../world.ts";
import { type Law, LawBroken, Scene } from "./law.ts";
import { lawsOf } from "./laws.ts";

/** Checks every law that the world's operations are under, one after the other. */
export async function runLaws(
  world: World,
  seed: number,
  add: (result: Result) => void,
  isOver: () => boolean,
): Promise<void> {
  for (const law of lawsOf(world.operations)) {
    if (isOver()) {
      return;
    }
    add(await runLaw(world, law, seed));
  }
}

async function runLaw(world: World, law: Law, seed: number): Promise<Result> {
  const began = performance.now();
  const operation = world.operation(law.operation);
  const base = {
    area: operation.spec.name,
    operation: operation.id,
    kind: "invariant" as const,
    name: law.name,
    notes: [],
  };
  const lacks = notApplicable(world.target, { operation, needs: law.needs });
  const others = (law.also ?? []).map((id) => world.operation(id));
  const tokenless = others.find(
    ({ auth }) => auth === "required" && world.target.token === undefined,
  );
  const reason = lacks ?? (tokenless ? "requires a token; pass --token" : undefined);
  if (reason !== undefined) {
    return { ...base, outcome: "not applicable", reason, ms: 0 };
  }
  const scene = new Scene(world, operation, seed);
  const done = () => ({ ...base, notes: [...scene.notes], ms: performance.now() - began });
  try {
    await law.check(scene);
    return { ...done(), outcome: "passed" };
  } catch (error) {
    const broken = brokenIn(error);
    if (!broken) {
      throw error;
    }
    const failure = { request: curlLine(broken.request), findings: broken.findings };
    return { ...done(), outcome: "failed", failure };
  }
}

/** The broken law behind an error; property tests wrap it. */
function brokenIn(error: unknown): LawBroken | undefined {
  if (error instanceof LawBroken) {
    return error;
  }
  return error instanceof Error && error.cause !== undefined ? brokenIn(error.cause) : undefined;
}
