import { styleText } from "node:util";
import type { Stop } from "./tour.ts";

/** Columns of a terminal that does not say how many it has. */
const USUAL_COLUMNS = 100;

export const FROM_MOCK = "  (from the mock: not implemented by the service yet)";

/** Formats the result of one call, cut to the width of the terminal; what failed is told in full. */
export function stopLine({ operation, answer = "", isMock, error }: Stop, idWidth: number): string {
  const { columns = USUAL_COLUMNS } = process.stdout;
  const name = `  ${styleText("bold", operation.id.padEnd(idWidth))}  `;
  if (error) {
    return name + styleText("red", `failed: ${error.message}`);
  }
  const note = isMock ? FROM_MOCK : "";
  const space = columns - idWidth - "    ".length - note.length;
  const text = answer.length > space ? `${answer.slice(0, space - 1)}…` : answer;
  return name + styleText("green", text) + styleText("yellow", note);
}

/** Formats the summary of all calls. */
export function verdict(stops: readonly Stop[]): string {
  const idsOf = (some: readonly Stop[]) => some.map(({ operation }) => operation.id);
  const failed = idsOf(stops.filter(({ error }) => error));
  if (failed.length > 0) {
    return styleText("red", `${failed.length} of ${stops.length} failed: ${failed.join(", ")}`);
  }
  const mocked = idsOf(stops.filter(({ isMock }) => isMock));
  const rest = mocked.length > 0 ? ` Called on the mock: ${mocked.join(", ")}.` : "";
  return (
    styleText("green", `All ${stops.length} operations succeeded.`) + styleText("yellow", rest)
  );
}
