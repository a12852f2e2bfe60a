import type { ChainName } from "../chains.ts";
import { groupDigits } from "../format/amount.ts";
import { useCoverage } from "../use-coverage.ts";
import { Icon } from "./icon.tsx";

/** What the lists of a wallet may lack, as the service states it; nothing if they are complete. */
export function Coverage({ chain, address }: { chain: ChainName; address: string }) {
  const transactions = useCoverage("transactions", chain, address);
  const tokens = useCoverage("tokens", chain, address);
  const nfts = useCoverage("nfts", chain, address);
  const { pending = 0, unreadable = 0 } = tokens ?? {};
  const notes: string[] = [];
  if (transactions?.complete === false && transactions.from) {
    notes.push(`Transactions are listed from block ${groupDigits(transactions.from)} on.`);
  }
  if ([tokens, nfts].some((list) => list?.complete === false && list.from)) {
    notes.push("Tokens and NFTs that have not moved since the first block may be missing.");
  }
  if (pending > 0) {
    notes.push(`Balances not read yet: ${groupDigits(pending)}.`);
  }
  if (unreadable > 0) {
    notes.push(`Balances that cannot be read: ${groupDigits(unreadable)}.`);
  }
  return (
    notes.length > 0 && (
      <p className="coverage">
        <Icon name="info" />
        <span>{notes.join(" ")}</span>
      </p>
    )
  );
}
