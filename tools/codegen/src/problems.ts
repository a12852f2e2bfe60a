import { type Problem, problemText } from "@chainkit/openapi/rules";

/** Operations that are named where several have the same problem. */
const MAX_NAMES = 10;

/** Thrown with all problems of a spec. Nothing has been written. */
export class CodegenError extends Error {
  readonly problems: readonly Problem[];

  constructor(file: string, problems: readonly Problem[]) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`${file}: ${count}`, ...problemLines(problems)].join("\n"));
    this.name = "CodegenError";
    this.problems = problems;
  }
}

/** Tells which operations are left out; those with the same problem together. */
export function noteOnRefused(problems: readonly Problem[], file: string): string {
  const names = new Set(problems.map(({ operation }) => operation));
  const count = names.size === 1 ? "1 operation is" : `${names.size} operations are`;
  return [
    `${file}: ${count} left out (--strict makes it an error):`,
    ...problemLines(problems),
  ].join("\n");
}

function problemLines(problems: readonly Problem[]): string[] {
  const groups = Map.groupBy(problems, ({ what, fix }) => `${what}\n${fix}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) {
      return group.map(problemText);
    }
    const names = [...new Set(group.map(({ operation }) => operation))];
    const more = names.length - MAX_NAMES;
    const shown = more > 0 ? [...names.slice(0, MAX_NAMES), `and ${more} more`] : names;
    return [`  ${first.what}\n    In: ${shown.join(", ")}\n    Fix: ${first.fix}`];
  });
}
