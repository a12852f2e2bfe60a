import type { ChainData } from "@chainkit/client";
import { chainData, isSame, useBlock, useBlocks, useQueryNow } from "./api.ts";
import { Call } from "./call.tsx";
import { CHAINS } from "./chains.ts";
import {
  formatAmount,
  GWEI_DECIMALS,
  groupDigits,
  NATIVE_DECIMALS,
  parseInteger,
  percentOf,
  shortHex,
} from "./format.ts";
import { AddressLink, BlockLink, Hex } from "./links.tsx";
import { Meter } from "./marks.tsx";
import { Age, Amount, Card, Details, Digits, Icon, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";

/** A transaction with its call and its amounts. */
export function TransactionPage({ hash }: { hash: string }) {
  const chain = useChain();
  const query = useQueryNow(
    chainData.getTransaction.queryOptions({ chain_name: chain, transaction_hash: hash }),
  );
  const found = query.data?.transaction;
  return (
    <>
      <div className="head">
        <Title text="Transaction" of={shortHex(hash)}>
          {found && <Status status={found.status} />}
        </Title>
        <p className="sub one">
          <Hex value={hash} what="the hash" />
        </p>
        <p className="sub">
          {query.isPending && <span className="bone" />}
          {found && <Age timestamp={found.block_timestamp} exact />}
        </p>
      </div>
      <Loaded
        what="The transaction"
        query={query}
        missing={<Unmined hash={hash} />}
        bones={<TransactionBones />}
      >
        {({ transaction }) => (
          <>
            <Flow transaction={transaction} />
            <div className="split">
              <div className="stack">
                <Call transaction={transaction} />
              </div>
              <div className="stack">
                <Fee transaction={transaction} />
                <TransactionDetails transaction={transaction} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function TransactionBones() {
  return (
    <>
      <Bones count={1} of="card flow-bones" />
      <div className="split">
        <Bones count={5} of="card" />
        <Bones count={9} of="card" />
      </div>
    </>
  );
}

/** Says why a transaction may not be found; the hash may be that of a block, which are looked up by number. */
function Unmined({ hash }: { hash: string }) {
  const { data } = useBlock("latest");
  const { loaded } = useBlocks(data?.block.number);
  const block = [...loaded.values()].find(
    (each) => isSame(each.hash, hash) || isSame(each.parent_hash, hash),
  );
  if (!block) {
    return (
      <p>
        It may be pending: only mined transactions are listed. If it is the hash of a block, search
        for the number of the block.
      </p>
    );
  }
  return (
    <p>
      It is the hash of block{" "}
      <BlockLink number={isSame(block.hash, hash) ? block.number : block.number - 1} />.
    </p>
  );
}

/** Whether a transaction succeeded. Those that predate the field have no status. */
function Status({ status }: { status: number | null | undefined }) {
  if (status !== 0 && status !== 1) {
    return <span className="badge big">Status {groupDigits(status ?? "unknown")}</span>;
  }
  return (
    <span className={status === 1 ? "badge big ok" : "badge big bad"}>
      <Icon name={status === 1 ? "check" : "warning"} />
      {status === 1 ? "Success" : "Failed"}
    </span>
  );
}

interface FlowProps {
  readonly transaction: ChainData.Transaction;
}

/** Who sent how much to whom; a reverted transaction moved nothing, and has no arrow. */
function Flow({ transaction }: FlowProps) {
  const { from_address, input, value_raw } = transaction;
  const isReverted = transaction.status === 0;
  const receiver = receiverOf(transaction);
  return (
    <dl className={isReverted ? "card flow reverted" : "card flow"}>
      <div className="party">
        <dt>From</dt>
        <dd>
          <AddressLink address={from_address} whole />
        </dd>
      </div>
      <div className="arrow">
        <dt>{isReverted ? "Not transferred" : "Amount"}</dt>
        {/* Not `value`, which is a rounded number. */}
        <dd>
          <Amount
            text={formatAmount(value_raw, NATIVE_DECIMALS)}
            unit={CHAINS[useChain()].symbol}
          />
        </dd>
        {!isReverted && <dd className="line" />}
      </div>
      <div className="party">
        <dt>{receiver.role}</dt>
        <dd>
          {receiver.address ? (
            <AddressLink address={receiver.address} whole />
          ) : (
            <em className="muted">{input === "0x" ? "nobody" : "no contract was created"}</em>
          )}
        </dd>
      </div>
      {isReverted && (
        <div className="outcome">
          <dt className="hidden">Outcome</dt>
          <dd>
            <Icon name="warning" />
            Reverted: nothing was transferred{feeOf(transaction) === 0n ? "" : "; the fee was paid"}
            .
          </dd>
        </div>
      )}
    </dl>
  );
}

function receiverOf({ contract_address, input, status, to_address }: ChainData.Transaction) {
  if (!to_address) {
    // The receipt of a reverted creation has the address that the contract would have had.
    return { role: "Created contract", address: status === 0 ? null : contract_address };
  }
  return { role: input === "0x" ? "To" : "To · called", address: to_address };
}

/** Names of transaction types: of Ethereum, Arbitrum (from 100 on), the OP Stack and Polygon. */
const TYPES: Readonly<Record<number, string>> = {
  0: "legacy",
  1: "EIP-2930",
  2: "EIP-1559",
  3: "EIP-4844, with blobs",
  4: "EIP-7702",
  100: "deposit",
  101: "unsigned",
  102: "contract",
  104: "retry",
  105: "retryable ticket",
  106: "internal",
  126: "deposit",
  127: "state sync",
};
const BLOBS = 3;

/** Where a transaction stands, and what its sender set. */
function TransactionDetails({ transaction }: FlowProps) {
  const { block_number, max_fee_per_gas, max_priority_fee_per_gas, transaction_type } = transaction;
  return (
    <Card title="Details">
      <Details
        rows={[
          [
            "Block",
            <>
              <BlockLink number={block_number} />{" "}
              <small>
                position <Digits of={transaction.transaction_index} />
              </small>
            </>,
          ],
          ["Nonce", groupDigits(transaction.nonce)],
          [
            "Type",
            <>
              {transaction_type} <small>{TYPES[transaction_type]}</small>
            </>,
          ],
          ["Max fee", max_fee_per_gas && gwei(max_fee_per_gas)],
          ["Max priority fee", max_priority_fee_per_gas && gwei(max_priority_fee_per_gas)],
        ]}
      />
    </Card>
  );
}

/** What the sender paid, and of which parts it is made. */
function Fee({ transaction }: FlowProps) {
  const chain = useChain();
  const { block_number, effective_gas_price, gas, gas_used, l1_fee } = transaction;
  const { data, isPending } = useBlock(String(block_number));
  // The base fee is the block's; without it, the price is shown as a whole.
  const baseFee = parseInteger(data?.block.base_fee_per_gas);
  const price = parseInteger(effective_gas_price);
  const native = (wei: string | bigint) =>
    `${formatAmount(wei, NATIVE_DECIMALS)} ${CHAINS[chain].symbol}`;
  const percent = percentOf(gas_used, gas);
  const hasBlobs = transaction.transaction_type === BLOBS;
  const bone = isPending && <span className="bone" />;
  const fee = feeOf(transaction);
  return (
    <Card title="Fee">
      <Details
        className="end"
        rows={[
          [
            "Gas used",
            <>
              <Text>{groupDigits(gas_used)}</Text> of <Text>{groupDigits(gas)}</Text>{" "}
              {percent !== undefined && (
                <>
                  <small>{percent} %</small>
                  <Meter percent={percent} />
                </>
              )}
            </>,
          ],
          ["Base fee", baseFee === undefined ? bone : gwei(baseFee)],
          [
            "Priority fee",
            baseFee === undefined || price === undefined ? bone : tip(price, baseFee),
          ],
          ["Gas price", gwei(effective_gas_price)],
          ["L1 fee", l1_fee && native(l1_fee)],
          ["Blob fee", hasBlobs && "not stated by the API"],
          [
            hasBlobs ? "Fee paid, without the blob fee" : "Fee paid",
            <b key="fee">
              <Text>{fee === undefined ? "unknown" : native(fee)}</Text>
            </b>,
          ],
        ]}
      />
    </Card>
  );
}

function gwei(wei: string | bigint): string {
  return `${formatAmount(wei, GWEI_DECIMALS)} gwei`;
}

/** What the price is above the base fee. Deposits and system transactions have a price below it, and pay no tip. */
function tip(price: bigint, baseFee: bigint): string {
  return price < baseFee ? "none: the price is below the base fee" : gwei(price - baseFee);
}

/** Fee paid by the sender in wei; on rollups, including the L1 data fee. Undefined if a part of it is no amount. */
function feeOf(transaction: ChainData.Transaction): bigint | undefined {
  const gasUsed = parseInteger(transaction.gas_used);
  const price = parseInteger(transaction.effective_gas_price);
  const l1Fee = parseInteger(transaction.l1_fee ?? 0);
  const isKnown = gasUsed !== undefined && price !== undefined && l1Fee !== undefined;
  return isKnown ? gasUsed * price + l1Fee : undefined;
}
