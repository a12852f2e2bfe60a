import type { AddressData } from "@chainkit/client";
import { isSame, useIsReverted, useToken } from "./api.ts";
import { isUnlimited, methodName, readDecoded, requestOf, selectorOf } from "./calls.ts";
import { parseInteger, visible } from "./format.ts";
import { AddressLink, TransactionLink } from "./links.tsx";
import { Age, type Column, Icon, NativeAmount, ShortText, Table, TokenAmount } from "./parts.tsx";

type Transaction = AddressData.Transaction;

interface TransactionsProps {
  readonly label: string;
  readonly transactions: readonly Transaction[];
  /** Shows the direction, and the other party alone. */
  readonly wallet?: string;
}

/** A table of transactions. On a narrow screen, each row has two lines. */
export function Transactions({ label, transactions, wallet = "" }: TransactionsProps) {
  const columns: readonly Column<Transaction>[] = [
    ["Direction", (each) => <Direction transaction={each} wallet={wallet} />, "a-dir"],
    ["Transaction", (each) => <TransactionLink hash={each.transaction_hash} />, "a-hash"],
    ["Call", (each) => <Method transaction={each} />, "a-call"],
    ["From", (each) => <AddressLink address={each.from_address} />, "a-from"],
    ["To", (each) => <Receiver address={each.to_address} />, "a-who"],
    ["Counterparty", (each) => <Counterparty transaction={each} wallet={wallet} />, "a-who"],
    ["Age", (each) => <Age timestamp={each.block_timestamp} />, "a-age muted"],
    ["Amount", (each) => <Moved transaction={each} among={transactions} />, "a-sum num"],
  ];
  const hidden = wallet ? ["From", "To"] : ["Direction", "Counterparty"];
  return (
    // Focusable, so that the keyboard can scroll it where it is wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="scroll" aria-label={label} tabIndex={0}>
      <Table
        className="lines"
        columns={columns.filter(([name]) => !hidden.includes(name))}
        rows={transactions}
        keyOf={({ transaction_hash }) => transaction_hash}
      />
    </section>
  );
}

/** Whom a listed transaction calls or pays. */
export function Receiver({ address }: { address: string | null | undefined }) {
  return address ? <AddressLink address={address} /> : <em className="muted">new contract</em>;
}

export interface Listed {
  readonly transaction: Transaction;
  /** The list, whose wallets may hold the token that is called. */
  readonly among: readonly Transaction[];
}

/** The amount of a transaction in a list: of the native token, or what its call asks a token for. */
export function Moved({ transaction, among }: Listed) {
  const { from_address, input, to_address, transaction_hash, value } = transaction;
  const isReverted = useIsReverted(transaction_hash);
  const request = parseInteger(value) === 0n ? requestOf(input ?? "0x", from_address) : undefined;
  const token = useToken(request && to_address, holdersIn(among, to_address));
  let note = isReverted ? "reverted" : "";
  if (!isReverted && request && token) {
    note = request.kind === "transfer" ? "requested" : "allowance";
  }
  return (
    <div className={isReverted ? "moved reverted" : "moved"}>
      {request && token ? (
        <TokenAmount
          token={token}
          value={isUnlimited(request) ? "Unlimited" : request.value}
          isListed
        />
      ) : (
        <NativeAmount wei={value} isListed />
      )}
      <small>{note}</small>
    </div>
  );
}

/** Wallets within a list that may hold a token: those that call it, and those they name. */
export function holdersIn(
  transactions: readonly Transaction[],
  contract: string | null | undefined,
): readonly string[] {
  const calls = transactions.filter(({ to_address }) => isSame(to_address, contract));
  return calls.flatMap(({ from_address, input }) => {
    const request = requestOf(input ?? "0x", from_address);
    return request ? [request.from, request.to] : [from_address];
  });
}

/** Direction of a transaction, as its wallet sees it. */
function directionOf(wallet: string, { from_address, to_address }: Transaction) {
  if (!isSame(from_address, wallet)) {
    return "in";
  }
  return isSame(to_address, wallet) ? "self" : "out";
}

interface SeenProps {
  readonly transaction: Transaction;
  readonly wallet: string;
}

function Counterparty({ transaction, wallet }: SeenProps) {
  const { from_address, to_address } = transaction;
  const isOut = directionOf(wallet, transaction) === "out";
  return isOut ? <Receiver address={to_address} /> : <AddressLink address={from_address} />;
}

const ARROWS = { in: "down", out: "up" } as const;

/** A word and, unless nothing leaves or reaches the wallet, an arrow. */
function Direction({ transaction, wallet }: SeenProps) {
  const isReverted = useIsReverted(transaction.transaction_hash);
  const direction = isReverted ? "reverted" : directionOf(wallet, transaction);
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
export function Method({ transaction }: { transaction: Transaction }) {
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
