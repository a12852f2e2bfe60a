/** Fields that patterns of `--include` and `--exclude` match. */
interface Selectable {
  readonly area: string;
  readonly operation: string;
  readonly kind: string;
  readonly name: string;
}

/** Whether a case or invariant is selected. */
export type Selection = (each: Selectable) => boolean;

/**
 * Compiles `--include` and `--exclude`. A pattern matches an area, an operation id, a kind, a name, or
 * the title `operation / kind / name`; `*` matches any text.
 */
export function createSelection(
  include: readonly string[] = [],
  exclude: readonly string[] = [],
): Selection {
  const [included, excluded] = [include, exclude].map((patterns) => patterns.map(toRegExp));
  return ({ area, operation, kind, name }) => {
    const texts = [area, operation, kind, name, `${operation} / ${kind} / ${name}`];
    const matches = (patterns: readonly RegExp[] = []) =>
      patterns.some((pattern) => texts.some((text) => pattern.test(text)));
    return (include.length === 0 || matches(included)) && !matches(excluded);
  };
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split("*").map((text) => text.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "is");
}
