import { styleText } from "node:util";
import type { Stop } from "./tour.ts";

/** Narrower terminals show the result on a separate line. */
const ONE_LINE_COLUMNS = 160;

const FROM_MOCK = "  (from the mock: not implemented by the service yet)";

/** Formats the heading of an area. */
export function heading(area: string): string {
  return `\n${styleText("underline", area)}`;
}

/** Formats the result of one call. */
export function stopLine({ operation, answer, isMock, error }: Stop, idWidth: number): string {
  const { id, method, path } = operation;
  const { columns = ONE_LINE_COLUMNS } = process.stdout;
  const gap = columns < ONE_LINE_COLUMNS ? `\n${" ".repeat(idWidth + 4)}` : "   ";
  const request = styleText("dim", `${method} ${path}`);
  const result = error
    ? styleText("red", `failed: ${error.message}`)
    : styleText("green", answer ?? "") + (isMock ? styleText("yellow", FROM_MOCK) : "");
  return `  ${styleText("bold", id.padEnd(idWidth))}  ${request}${gap}${result}`;
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
