import type { ChainData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { chainData } from "./api.ts";
import { Call, RawInput } from "./call.tsx";
import { CHAINS, type ChainName } from "./chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits, NATIVE_DECIMALS, percentOf } from "./format.ts";
import { Meter } from "./marks.tsx";
import { AddressLink, Age, BlockLink, Card, Copy, Details, Hex, Icon, Title } from "./parts.tsx";
import { Loaded } from "./states.tsx";

/** A transaction with its call and its amounts. */
export function TransactionPage({ chain, hash }: { chain: ChainName; hash: string }) {
  const query = useQuery(
    chainData.getTransaction.queryOptions({ chain_name: chain, transaction_hash: hash }),
  );
  const found = query.data?.transaction;
  return (
    <>
      <div className="head">
        <Title text="Transaction">{found && <Status status={found.status} />}</Title>
        <p className="sub one">
          <Hex value={hash} whole />
          <Copy text={hash} what="the hash" />
        </p>
        {found && (
          <p className="sub">
            <Age timestamp={found.block_timestamp} exact />
          </p>
        )}
      </div>
      <Loaded
        what="The transaction"
        query={query}
        elsewhere={(other) => ({ chain: other, page: "tx", hash })}
      >
        {({ transaction }) => (
          <>
            <Flow chain={chain} transaction={transaction} />
            <div className="split">
              <div className="stack">
                <Call chain={chain} transaction={transaction} />
                {transaction.input !== "0x" && <RawInput input={transaction.input} />}
              </div>
              <div className="stack">
                <Fee chain={chain} transaction={transaction} />
                <TransactionDetails chain={chain} transaction={transaction} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Whether a transaction succeeded. Those that predate the field have no status. */
function Status({ status }: { status: number | null | undefined }) {
  if (typeof status !== "number") {
    return <span className="badge big">Status unknown</span>;
  }
  return status === 1 ? (
    <span className="badge big ok">
      <Icon name="check" />
      Success
    </span>
  ) : (
    <span className="badge big bad">
      <Icon name="warning" />
      Failed
    </span>
  );
}

interface FlowProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** Who sent how much to whom. */
function Flow({ chain, transaction }: FlowProps) {
  const { from_address, input } = transaction;
  const receiver = receiverOf(transaction);
  return (
    <dl className="card flow">
      <div className="party">
        <dt>From</dt>
        <dd>
          <AddressLink chain={chain} address={from_address} whole />
        </dd>
      </div>
      <div className="arrow">
        <dt>Amount</dt>
        {/* Not `value`, which is a rounded number. */}
        <dd>
          {formatAmount(transaction.value_raw, NATIVE_DECIMALS)} {CHAINS[chain].symbol}
        </dd>
        <dd className="line" />
      </div>
      <div className="party">
        <dt>{receiver.role}</dt>
        <dd>
          {receiver.address ? (
            <AddressLink chain={chain} address={receiver.address} whole />
          ) : (
            <em className="muted">{input === "0x" ? "nobody" : "no contract was created"}</em>
          )}
        </dd>
      </div>
    </dl>
  );
}

function receiverOf({ contract_address, input, to_address }: ChainData.Transaction) {
  if (!to_address) {
    return { role: "Created contract", address: contract_address };
  }
  return { role: input === "0x" ? "To" : "To · called", address: to_address };
}

const TYPES = ["legacy", "EIP-2930", "EIP-1559", "EIP-4844", "EIP-7702"];

interface TransactionDetailsProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** Where a transaction stands, and what its sender set. */
function TransactionDetails({ chain, transaction }: TransactionDetailsProps) {
  const { block_number, max_fee_per_gas, max_priority_fee_per_gas, transaction_type } = transaction;
  return (
    <Card title="Details">
      <Details
        rows={[
          [
            "Block",
            <>
              <BlockLink chain={chain} number={block_number} />{" "}
              <small>position {groupDigits(transaction.transaction_index)}</small>
            </>,
          ],
          ["Nonce", groupDigits(transaction.nonce)],
          [
            "Type",
            <>
              {transaction_type} <small>{TYPES[transaction_type]}</small>
            </>,
          ],
          [
            "Max fee",
            max_fee_per_gas && (
              <>
                {formatAmount(max_fee_per_gas, GWEI_DECIMALS)} gwei{" "}
                {max_priority_fee_per_gas && (
                  <small>
                    max priority {formatAmount(max_priority_fee_per_gas, GWEI_DECIMALS)}
                  </small>
                )}
              </>
            ),
          ],
        ]}
      />
    </Card>
  );
}

interface FeeProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** What the sender paid, and of which parts it is made. */
function Fee({ chain, transaction }: FeeProps) {
  const { block_number, effective_gas_price: price, gas, gas_used, l1_fee } = transaction;
  // The base fee is the block's; without it, the price is shown as a whole.
  const { data } = useQuery(
    chainData.getBlock.queryOptions({ chain_name: chain, block_number: String(block_number) }),
  );
  const baseFee = data?.block.base_fee_per_gas;
  const native = (wei: string | bigint) =>
    `${formatAmount(wei, NATIVE_DECIMALS)} ${CHAINS[chain].symbol}`;
  const percent = percentOf(gas_used, gas);
  return (
    <Card title="Fee">
      <dl className="facts end">
        <div>
          <dt>Gas used</dt>
          <dd>
            {groupDigits(gas_used)} of {groupDigits(gas)} <small>{percent} %</small>
            <Meter percent={percent} />
          </dd>
        </div>
        {baseFee && (
          <>
            <Row name="Base fee" value={gwei(baseFee)} />
            <Row name="Priority fee" value={gwei(BigInt(price) - BigInt(baseFee))} />
          </>
        )}
        <Row name="Gas price" value={gwei(price)} />
        {l1_fee && <Row name="L1 fee" value={native(l1_fee)} />}
        <Row name="Fee paid" value={native(feeOf(transaction))} className="total" />
      </dl>
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly className?: string;
}

function Row({ name, value, className }: RowProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function gwei(wei: string | bigint): string {
  return `${formatAmount(wei, GWEI_DECIMALS)} gwei`;
}

/** Fee paid by the sender in wei; on rollups, including the L1 data fee. */
function feeOf({ gas_used, effective_gas_price, l1_fee }: ChainData.Transaction): bigint {
  return BigInt(gas_used) * BigInt(effective_gas_price) + BigInt(l1_fee ?? 0);
}
