import { readFileSync } from "node:fs";
import type { ChainState } from "../http/probes.ts";

/** What holds a chain back. */
export interface HeldBack {
  readonly reason: string;
  /** What to do, as the guide Troubleshooting says; null if it does not have the reason. */
  readonly fix: string | null;
}

/** A message of the guide, with `…` for values. */
interface GuideEntry {
  readonly message: string;
  readonly fix: string;
}

/** Copied by the build. The path is the same from `src` and `dist`. */
const FIXES = new URL("../../dist/fixes.json", import.meta.url);
/** As many as an alert of the package takes for too many. */
const MANY_PENDING = 5_000;

/** Lists what holds a chain back; nothing if all is well. */
export function heldBack(
  { trouble, lag, ready }: ChainState,
  pendingBalances: number,
): readonly HeldBack[] {
  const reasons = [
    ...(trouble == null ? [] : [trouble]),
    ...(trouble == null && !ready && lag ? [`it is ${lag} blocks behind its node`] : []),
    ...(pendingBalances > MANY_PENDING ? [`${pendingBalances} balances are pending`] : []),
  ];
  return reasons.map((reason) => ({ reason, fix: fixOf(reason) }));
}

/** Returns what the guide says about a message. The host of the node, or the file, may come first. */
function fixOf(reason: string): string | null {
  const entries: readonly GuideEntry[] = JSON.parse(readFileSync(FIXES, "utf8"));
  const [best] = entries
    .filter(({ message }) => patternOf(message).test(reason))
    // The one with most of its words is the one that is meant.
    .sort((a, b) => b.message.length - a.message.length);
  return best?.fix ?? null;
}

function patternOf(message: string): RegExp {
  return new RegExp(message.split("…").map(RegExp.escape).join(".*"));
}
