import type { AddressData } from "@chainkit/client";
import { CHAINS, type ChainName } from "../chains.ts";
import { formatAmount, groupDigits, NATIVE_DECIMALS } from "../format/amount.ts";
import { readDecoded } from "../format/decoded.ts";
import { Age } from "./age.tsx";
import { AddressLink, RouteLink, TransactionLink } from "./links.tsx";

interface TransactionsProps {
  readonly chain: ChainName;
  readonly label: string;
  readonly transactions: readonly AddressData.Transaction[];
}

/** A table of transactions. */
export function Transactions({ chain, label, transactions }: TransactionsProps) {
  if (transactions.length === 0) {
    return <p>No transactions.</p>;
  }
  return (
    // Focusable, so that the keyboard can scroll it where it is wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Transaction</th>
            <th scope="col">Block</th>
            <th scope="col">Age</th>
            <th scope="col">Call</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className="number">
              {CHAINS[chain].symbol}
            </th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <Row key={transaction.transaction_hash} chain={chain} transaction={transaction} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ chain, transaction }: { chain: ChainName; transaction: AddressData.Transaction }) {
  const { block_number, from_address, to_address, transaction_hash, value } = transaction;
  return (
    <tr>
      <td>
        <TransactionLink chain={chain} hash={transaction_hash} />
      </td>
      <td>
        <RouteLink route={{ chain, page: "block", number: String(block_number) }}>
          {groupDigits(block_number)}
        </RouteLink>
      </td>
      <td>
        <Age timestamp={transaction.block_timestamp} />
      </td>
      <td>{callName(transaction)}</td>
      <td>
        <AddressLink chain={chain} address={from_address} />
      </td>
      <td>{to_address ? <AddressLink chain={chain} address={to_address} /> : "new contract"}</td>
      <td className="number">{formatAmount(value, NATIVE_DECIMALS)}</td>
    </tr>
  );
}

/** The name of the called method, or else its selector. */
function callName({ decoded, input, to_address }: AddressData.Transaction): string {
  const selectorLength = 10;
  if (!to_address) {
    return "create";
  }
  const call = readDecoded(decoded)?.method;
  return call ?? (input.length < selectorLength ? "" : input.slice(0, selectorLength));
}
