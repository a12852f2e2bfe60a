import type { AddressData } from "@chainkit/client";
import { isSame, useIsReverted, useToken } from "./api.ts";
import { isUnlimited, methodName, readDecoded, requestOf, selectorOf } from "./calls.ts";
import { parseInteger, visible } from "./format.ts";
import { AddressLink, TransactionLink } from "./links.tsx";
import { Age, Empty, Icon, ListedValue, ShortText, TokenAmount } from "./parts.tsx";

interface TransactionsProps {
  readonly label: string;
  readonly transactions: readonly AddressData.Transaction[];
  /** Shows the direction, and the other party alone. */
  readonly wallet?: string;
}

/** A table of transactions. On a narrow screen, each row has two lines. */
export function Transactions({ label, transactions, wallet }: TransactionsProps) {
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
            <Row
              key={each.transaction_hash}
              transaction={each}
              wallet={wallet}
              holders={holdersIn(transactions, each)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A transaction of a list. */
export interface Listed {
  readonly transaction: AddressData.Transaction;
  /** Wallets that may hold the token that is called. */
  readonly holders: readonly string[];
}

function Row({ transaction, wallet, holders }: Listed & { wallet: string | undefined }) {
  const { block_timestamp, from_address, to_address, transaction_hash } = transaction;
  const isReverted = useIsReverted(transaction_hash);
  const direction = wallet && directionOf(wallet, from_address, to_address);
  return (
    <tr className={isReverted ? "reverted" : undefined}>
      {direction && (
        <td className="a-dir">
          <DirectionBadge direction={isReverted ? "reverted" : direction} />
        </td>
      )}
      <td className="a-hash">
        <TransactionLink hash={transaction_hash} />
      </td>
      <td className="a-call">
        <Method transaction={transaction} />
      </td>
      {direction !== "out" && (
        <td className="a-from">
          <AddressLink address={from_address} />
        </td>
      )}
      {(!direction || direction === "out") && (
        <td className="a-who">
          <Receiver address={to_address} />
        </td>
      )}
      <td className="a-age muted">
        <Age timestamp={block_timestamp} />
      </td>
      <td className="a-sum num">
        <Moved transaction={transaction} holders={holders} />
      </td>
    </tr>
  );
}

/** Whom a listed transaction calls or pays. */
export function Receiver({ address }: { address: string | null | undefined }) {
  return address ? <AddressLink address={address} /> : <em className="muted">new contract</em>;
}

/** The amount of a transaction in a list: of the native token, or what its call asks a token for. */
export function Moved({ transaction, holders }: Listed) {
  const { from_address, input, to_address, transaction_hash, value } = transaction;
  const isReverted = useIsReverted(transaction_hash);
  const request = parseInteger(value) === 0n ? requestOf(input ?? "0x", from_address) : undefined;
  const token = useToken(request && to_address, holders);
  return (
    <div className={isReverted ? "moved reverted" : "moved"}>
      {request && token ? (
        <TokenAmount {...token} value={isUnlimited(request) ? "Unlimited" : request.value} />
      ) : (
        <ListedValue wei={value} />
      )}
      <small>
        {isReverted
          ? "reverted"
          : request && token && (request.kind === "transfer" ? "requested" : "allowance")}
      </small>
    </div>
  );
}

/** Wallets within a list that may hold the token that a transaction calls: those that call it, and those they name. */
export function holdersIn(
  transactions: readonly AddressData.Transaction[],
  { to_address: contract }: AddressData.Transaction,
): readonly string[] {
  const callers = transactions.filter(({ to_address }) => contract && to_address === contract);
  return callers.flatMap(({ from_address, input }) => {
    const request = requestOf(input ?? "0x", from_address);
    return request ? [request.from, request.to] : [from_address];
  });
}

type Direction = "in" | "out" | "self" | "reverted";

/** Direction of a transaction, as its wallet sees it. */
function directionOf(wallet: string, from: string, to: string | null | undefined): Direction {
  if (!isSame(from, wallet)) {
    return "in";
  }
  return isSame(to, wallet) ? "self" : "out";
}

const ARROWS = { in: "down", out: "up" } as const;

/** A word and, unless nothing leaves or reaches the wallet, an arrow. */
function DirectionBadge({ direction }: { direction: Direction }) {
  const isMove = direction === "in" || direction === "out";
  return (
    <span className={`badge ${direction}`}>
      {isMove && <Icon name="arrow" className={ARROWS[direction]} />}
      {direction}
    </span>
  );
}

const METHOD_LETTERS = 18;

/** The called method: decoded, or else (with a dashed edge) the name of its selector, or the selector. */
export function Method({ transaction }: { transaction: AddressData.Transaction }) {
  const { decoded, input, to_address } = transaction;
  if (!to_address) {
    return <span className="method">create</span>;
  }
  const method = visible(readDecoded(decoded)?.method);
  if (method) {
    return <ShortText className="method" text={method} max={METHOD_LETTERS} />;
  }
  const selector = selectorOf(input ?? "0x");
  return selector ? (
    <span className="method raw" title={`${selector}, not decoded`}>
      <ShortText text={methodName(selector) ?? selector} max={METHOD_LETTERS} />
    </span>
  ) : (
    <span className="muted">plain</span>
  );
}
