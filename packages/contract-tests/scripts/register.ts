import type { Waiver } from "../src/waivers/waiver.ts";

/**
 * Reads the waivers from the tables of the register: the rows whose last column names one.
 *
 * @param markdown `spec/README.md`.
 * @throws Error if there is none, or two rows share a name.
 */
export function readRegister(markdown: string): Waiver[] {
  const waivers: Waiver[] = [];
  let columns: string[] = [];
  for (const line of markdown.split("\n")) {
    const cells = line.startsWith("|")
      ? line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.includes("Waiver")) {
      columns = cells;
      continue;
    }
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    const [, id] = /^`([a-z0-9-]+)`$/.exec(cell("Waiver")) ?? [];
    if (id !== undefined) {
      waivers.push({
        id,
        question: cell("Question"),
        otherwise: cell("If your deployment differs"),
      });
    }
  }
  const ids = waivers.map(({ id }) => id);
  if (ids.length === 0 || new Set(ids).size < ids.length) {
    throw new Error(`the register must name each waiver once; found ${ids.join(", ") || "none"}`);
  }
  return waivers;
}
