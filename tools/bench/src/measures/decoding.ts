import { decode } from "../../../../packages/runtime/src/decode.ts";
import { pageJson } from "../data.ts";
import { perSecond } from "../rounds.ts";

/** What the search for integers that would be rounded costs, as a ratio to `JSON.parse` alone. */
export async function decodeRatio(rounds: number, millis: number): Promise<number> {
  const json = pageJson(null);
  const rates = await perSecond(
    [
      { name: "parse", run: async () => JSON.parse(json) },
      { name: "decode", run: async () => decode(json) },
    ],
    rounds,
    millis,
  );
  return (rates.get("decode") ?? 0) / (rates.get("parse") ?? 1);
}
