import { styleText } from "node:util";
import type { Stop } from "./tour.ts";

/** Terminals narrower than this get the answer on a line of its own. */
const ONE_LINE_COLUMNS = 160;

/** The heading over the calls of an area. */
export function heading(area: string): string {
  return `\n${styleText("underline", area)}`;
}

/** What one call came to. */
export function stopLine({ operation, answer, error }: Stop, idWidth: number): string {
  const { id, method, path } = operation;
  const { columns = ONE_LINE_COLUMNS } = process.stdout;
  const gap = columns < ONE_LINE_COLUMNS ? `\n${" ".repeat(idWidth + 4)}` : "   ";
  const request = styleText("dim", `${method} ${path}`);
  const result = error
    ? styleText("red", `failed: ${error.message}`)
    : styleText("green", answer ?? "");
  return `  ${styleText("bold", id.padEnd(idWidth))}  ${request}${gap}${result}`;
}

/** What all calls came to. */
export function verdict(stops: readonly Stop[]): string {
  const failed = stops.filter(({ error }) => error).map(({ operation }) => operation.id);
  return failed.length === 0
    ? styleText("green", `All ${stops.length} operations answered.`)
    : styleText("red", `${failed.length} of ${stops.length} failed: ${failed.join(", ")}`);
}
