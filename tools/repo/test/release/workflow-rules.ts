import { parse } from "yaml";

/** A step, as far as the rules read it. */
export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A job, as far as the rules read it. */
export interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>> | string;
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const PINNED_ACTION = /^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
/** Commands that fetch a program which no lockfile of the repository names. */
const FETCHING = /\b(?:npx|dlx|corepack|curl|wget|npm (?:i|install|exec))\b/;
/** A package with a range or a tag in place of a version. */
const FLOATING = /(?:^|\s)(?:@[\w-]+\/)?[\w-]+@(?!\d+\.\d+\.\d+\b)[\w.^~]+/;
const EXACT_VERSION = /^\d+\.\d+\.\d+$/;
const DIGEST = /@sha256:[0-9a-f]{64}$/;

/** Actions and images of a workflow or action that can change without a commit of this repository. */
export function findMutable(text: string): string[] {
  const actions = [...text.matchAll(/\buses: (.+)$/gm)].flatMap(([, action = ""]) =>
    action.startsWith("./") || PINNED_ACTION.test(action)
      ? []
      : [`${action} is not pinned by commit, with its version as a comment`],
  );
  const images = [...text.matchAll(/\b(?:image|generator)=([^\s$]\S*)/g)].flatMap(
    ([, image = ""]) => (DIGEST.test(image) ? [] : [`${image} is not pinned by digest`]),
  );
  return [...actions, ...images];
}

/** Base images of a Dockerfile without a digest. */
export function findMutableBases(dockerfile: string): string[] {
  const stages = [...dockerfile.matchAll(/^FROM .+ AS (\S+)$/gm)].map(([, stage]) => stage);
  return [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].flatMap(([, base = ""]) =>
    stages.includes(base) || DIGEST.test(base) ? [] : [`${base} is not pinned by digest`],
  );
}

/**
 * What a workflow breaks of the rules for the supply chain: pinned actions and images, permissions per job,
 * no credentials left in the checkout, no input in a script, and nothing fetched or cached by a job that
 * publishes.
 */
export function violationsOf(text: string): string[] {
  const { permissions, jobs } = parse(text) as Workflow;
  const top = JSON.stringify(permissions) === "{}" ? [] : ["top-level permissions must be {}"];
  const ofJobs = Object.entries(jobs).flatMap(([name, job]) =>
    violationsOfJob(job).map((violation) => `${name}: ${violation}`),
  );
  return [...findMutable(text), ...top, ...ofJobs];
}

function violationsOfJob(job: Job): string[] {
  const { permissions, steps = [] } = job;
  const violations = steps.flatMap(violationsOfStep);
  if (typeof permissions !== "object") {
    violations.push("must list its permissions");
  }
  if (isPrivileged(job)) {
    violations.push(...steps.flatMap(violationsOfPrivilegedStep));
  }
  return violations;
}

/** Whether a job can write, authenticate elsewhere, or read a secret. */
function isPrivileged({ permissions, steps }: Job): boolean {
  return (
    JSON.stringify(permissions ?? "").includes('write"') ||
    JSON.stringify(steps ?? "").includes("secrets.")
  );
}

function violationsOfStep({ uses = "", run = "", with: inputs = {} }: Step): string[] {
  const violations: string[] = [];
  if (uses.startsWith("actions/checkout@") && inputs["persist-credentials"] !== false) {
    violations.push("checkout must not persist credentials");
  }
  for (const [expression] of run.matchAll(/\$\{\{(?! matrix\.).*?\}\}/g)) {
    violations.push(`${expression} in a script; pass it through env`);
  }
  return violations;
}

function violationsOfPrivilegedStep({ uses = "", run = "", with: inputs = {} }: Step): string[] {
  const { node = "", script = "" } = inputs;
  const violations: string[] = [];
  for (const command of `${run}\n${script}`.split("\n")) {
    if (FETCHING.test(command) || FLOATING.test(command)) {
      violations.push(`"${command.trim()}" runs what no lockfile pins`);
    }
  }
  if (uses.startsWith("actions/cache") || "cache" in inputs) {
    violations.push("restores a cache");
  }
  if (uses === "./.github/actions/setup" && !EXACT_VERSION.test(String(node))) {
    violations.push("must set up an exact version of Node");
  }
  return violations;
}
