import { type Problem, problemText } from "@chainkit/openapi/rules";

/** Operations that are named where many are concerned. */
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

/** Tells which operations, and which parts of others, are left out; those with the same problem together. */
export function notesOn(
  {
    refused,
    leftOut,
  }: { readonly refused: readonly Problem[]; readonly leftOut: readonly Problem[] },
  file: string,
): string[] {
  const ids = (problems: readonly Problem[]) =>
    new Set(problems.map((each) => each.operation)).size;
  return [
    ...noteOn(
      refused,
      file,
      ids(refused) === 1 ? "1 operation is" : `${ids(refused)} operations are`,
    ),
    ...noteOn(
      leftOut,
      file,
      ids(leftOut) === 1 ? "parts of 1 operation are" : `parts of ${ids(leftOut)} operations are`,
    ),
  ];
}

function noteOn(problems: readonly Problem[], file: string, what: string): string[] {
  const head = `${file}: ${what} left out (--strict makes it an error):`;
  return problems.length === 0 ? [] : [[head, ...problemLines(problems)].join("\n")];
}

function problemLines(problems: readonly Problem[]): string[] {
  const groups = Map.groupBy(problems, ({ what, fix }) => `${what}\n${fix}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) {
      return group.map(problemText);
    }
    const names = [...new Set(group.map(({ operation }) => operation))];
    return [`  ${first.what}\n    In: ${firstOf(names).join(", ")}\n    Fix: ${first.fix}`];
  });
}

/** The first of many names, and how many more there are. */
export function firstOf(names: readonly string[]): readonly string[] {
  const more = names.length - MAX_NAMES;
  return more > 0 ? [...names.slice(0, MAX_NAMES), `and ${more} more`] : names;
}
