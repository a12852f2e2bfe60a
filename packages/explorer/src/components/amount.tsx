import { CHAINS, type ChainName } from "../chains.ts";
import { formatAmount, NATIVE_DECIMALS, shortenAmount } from "../format/amount.ts";

interface AmountProps {
  readonly text: string;
  readonly unit: string;
  /** Shown where it is pointed at. */
  readonly title?: string;
}

/** An amount, with its fraction quieter than its whole. */
export function Amount({ text, unit, title }: AmountProps) {
  const [whole, fraction] = text.split(".");
  return (
    <span className="amount" title={title}>
      {whole}
      {fraction && <span className="tail">.{fraction}</span>}
      <span className="muted"> {unit}</span>
    </span>
  );
}

const LISTED_DIGITS = 6;

/** The value of a transaction in a list: shortened, as the page of the transaction has all digits. */
export function ListedValue({ chain, wei }: { chain: ChainName; wei: string }) {
  const exact = formatAmount(wei, NATIVE_DECIMALS);
  const { symbol } = CHAINS[chain];
  return (
    <Amount text={shortenAmount(exact, LISTED_DIGITS)} unit={symbol} title={`${exact} ${symbol}`} />
  );
}
