import { decode } from "../../../../packages/runtime/src/response.ts";
import { cpuMillis, type Effort, perSecond } from "../rounds.ts";

const fail = (what: string): never => {
  throw new Error(what);
};

/** What the search for integers that would be rounded costs. */
export interface DecodeCost {
  /** How long `JSON.parse` alone takes, in microseconds. */
  readonly parseMicros: number;
  /** How many times as long it takes with the search. */
  readonly ratio: number;
}

/** Measures the decoding of one body, with the search for integers that would be rounded and without. */
export async function decodeCost(json: string, effort: Effort): Promise<DecodeCost> {
  const rates = await perSecond(
    [
      { name: "parse", run: async () => JSON.parse(json) },
      { name: "decode", run: async () => decode(json, fail) },
    ],
    effort,
    cpuMillis,
  );
  const { parse = Number.NaN, decode: checked = Number.NaN } = Object.fromEntries(rates);
  return { parseMicros: 1e6 / parse, ratio: parse / checked };
}
