import type { AddressData } from "@chainkit/client";
import { methodName, readDecoded, selectorOf } from "./calls.ts";
import type { ChainName } from "./chains.ts";
import { AddressLink, Age, Empty, Icon, ListedValue, TransactionLink } from "./parts.tsx";

interface TransactionsProps {
  readonly chain: ChainName;
  readonly label: string;
  readonly transactions: readonly AddressData.Transaction[];
  /** Shows the direction, and the other party alone. */
  readonly wallet?: string;
}

/** A table of transactions. On a narrow screen, each row has two lines. */
export function Transactions({ chain, label, transactions, wallet }: TransactionsProps) {
  if (transactions.length === 0) {
    return <Empty>No transactions.</Empty>;
  }
  return (
    // Focusable, so that the keyboard can scroll it where it is wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table className="lines">
        <thead>
          <tr>
            {wallet && <th scope="col">Direction</th>}
            <th scope="col">Transaction</th>
            <th scope="col">Call</th>
            {wallet ? (
              <th scope="col">Counterparty</th>
            ) : (
              <>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </>
            )}
            <th scope="col">Age</th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((each) => (
            <Row key={each.transaction_hash} chain={chain} transaction={each} wallet={wallet} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly chain: ChainName;
  readonly transaction: AddressData.Transaction;
  readonly wallet: string | undefined;
}

function Row({ chain, transaction, wallet }: RowProps) {
  const { block_timestamp, from_address, to_address, transaction_hash, value } = transaction;
  const direction = wallet && directionOf(wallet, from_address, to_address);
  return (
    <tr>
      {direction && (
        <td className="a-dir">
          <DirectionBadge direction={direction} />
        </td>
      )}
      <td className="a-hash">
        <TransactionLink chain={chain} hash={transaction_hash} />
      </td>
      <td className="a-call">
        <Method transaction={transaction} />
      </td>
      {direction !== "out" && (
        <td className="a-from">
          <AddressLink chain={chain} address={from_address} />
        </td>
      )}
      {(!direction || direction === "out") && (
        <td className="a-who">
          {to_address ? (
            <AddressLink chain={chain} address={to_address} />
          ) : (
            <em className="muted">new contract</em>
          )}
        </td>
      )}
      <td className="a-age muted">
        <Age timestamp={block_timestamp} />
      </td>
      <td className="a-sum num">
        <ListedValue chain={chain} wei={value} />
      </td>
    </tr>
  );
}

type Direction = "in" | "out" | "self";

/** Direction of a transaction, as its wallet sees it. */
function directionOf(wallet: string, from: string, to: string | null | undefined): Direction {
  const own = wallet.toLowerCase();
  if (from.toLowerCase() !== own) {
    return "in";
  }
  return to?.toLowerCase() === own ? "self" : "out";
}

/** A word and, unless it stays with the wallet, an arrow. */
function DirectionBadge({ direction }: { direction: Direction }) {
  return (
    <span className={`badge ${direction}`}>
      {direction !== "self" && <Icon name="arrow" className={direction === "in" ? "down" : "up"} />}
      {direction}
    </span>
  );
}

/** The called method: decoded, or else (with a dashed edge) the name of its selector, or the selector. */
export function Method({ transaction }: { transaction: AddressData.Transaction }) {
  const { decoded, input, to_address } = transaction;
  if (!to_address) {
    return <span className="method">create</span>;
  }
  const call = readDecoded(decoded);
  if (call) {
    return (
      <span className="method" title={call.method}>
        {call.method}
      </span>
    );
  }
  const selector = selectorOf(input ?? "0x");
  return selector ? (
    <span className="method raw" title={`${selector}, not decoded`}>
      {methodName(selector) ?? selector}
    </span>
  ) : (
    <span className="muted">plain</span>
  );
}
