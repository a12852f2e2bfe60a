import { Icon } from "./icon.tsx";

type Direction = "in" | "out" | "self";

/** Direction of a transaction, as its wallet sees it. */
export function directionOf(
  wallet: string,
  from: string,
  to: string | null | undefined,
): Direction {
  const own = wallet.toLowerCase();
  if (from.toLowerCase() !== own) {
    return "in";
  }
  return to?.toLowerCase() === own ? "self" : "out";
}

/** A word and, unless it stays with the wallet, an arrow. */
export function DirectionBadge({ direction }: { direction: Direction }) {
  return (
    <span className={`badge ${direction}`}>
      {direction !== "self" && <Icon name="arrow" className={direction === "in" ? "down" : "up"} />}
      {direction}
    </span>
  );
}
