import { parseSync, Visitor } from "oxc-parser";
import { checkSync } from "recheck";

/**
 * An automaton proves it; the random texts that recheck tries otherwise have called fast expressions slow. On a busy
 * machine, it takes longer than the 10 s that are the default.
 */
const PROOF = { checker: "automaton", timeout: 60_000 } as const;

/** What is known of an expression, by `/pattern/flags`: areas have many in common. */
const statuses = new Map<string, string>();

/** Regular expressions of a module, and what to fix. */
export interface ExpressionReport {
  readonly count: number;
  readonly problems: readonly string[];
}

/**
 * Finds the regular expressions of a module whose time grows faster than their text.
 *
 * @param file Name for the messages.
 * @param code TypeScript. A string property named `pattern` counts as well: operation tables have some.
 */
export function checkExpressions(file: string, code: string): ExpressionReport {
  const problems: string[] = [];
  let count = 0;
  const check = (pattern: string, flags: string, offset: number) => {
    count += 1;
    const status = statusOf(pattern, flags);
    if (status !== "safe") {
      const line = code.slice(0, offset).split("\n").length;
      problems.push(`${file}:${line} /${pattern}/${flags} is ${status}; expected linear time`);
    }
  };
  const visitor = new Visitor({
    Literal(node) {
      if ("regex" in node) {
        check(node.regex.pattern, node.regex.flags, node.start);
      }
    },
    Property({ key, value }) {
      const isPattern = key.type === "Identifier" && key.name === "pattern";
      if (isPattern && value.type === "Literal" && typeof value.value === "string") {
        check(value.value, "u", value.start);
      }
    },
  });
  visitor.visit(parseSync(file, code).program);
  return { count, problems };
}

function statusOf(pattern: string, flags: string): string {
  const key = `/${pattern}/${flags}`;
  const status = statuses.get(key) ?? checkSync(pattern, flags, PROOF).status;
  statuses.set(key, status);
  return status;
}
