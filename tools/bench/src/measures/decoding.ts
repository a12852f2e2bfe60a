import { parseJson } from "../../../../packages/runtime/src/response.ts";
import { cpuMillis, type Effort, perSecond } from "../rounds.ts";

const response = Response.json({});
const call = { operation: "decode", method: "GET", url: "", attempts: 1 };

/** Cost of detecting integers that would be rounded. */
export interface DecodeCost {
  /** Time of `JSON.parse` alone, in microseconds. */
  readonly parseMicros: number;
  /** Ratio of the time with detection to that time. */
  readonly ratio: number;
}

/** Measures decoding of a body with and without detection of integers that would be rounded. */
export async function decodeCost(json: string, effort: Effort): Promise<DecodeCost> {
  const rates = await perSecond(
    [
      { name: "parse", run: async () => JSON.parse(json) },
      { name: "decode", run: async () => parseJson(response, json, call) },
    ],
    effort,
    cpuMillis,
  );
  const { parse = Number.NaN, decode: checked = Number.NaN } = Object.fromEntries(rates);
  return { parseMicros: 1e6 / parse, ratio: parse / checked };
}
