import type { ChainData } from "@chainkit/client";
import { chainData, isSame, useBlock, useBlocks, useQueryNow } from "./api.ts";
import { Call } from "./call.tsx";
import { groupDigits, gweiText, parseInteger, percentOf, shortHex } from "./format.ts";
import { AddressLink, BlockLink, Hex } from "./links.tsx";
import { Meter } from "./marks.tsx";
import { Fact, Facts, Icon, NativeAmount, Since, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";

export function TransactionPage({ id: hash }: { id: string }) {
  const params = { chain_name: useChain(), transaction_hash: hash };
  const query = useQueryNow(chainData.getTransaction.queryOptions(params));
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
        <Since timestamp={found?.block_timestamp} isLoading={query.isPending} />
      </div>
      <Loaded
        what="The transaction"
        query={query}
        missing={<Unmined hash={hash} />}
        bones={
          <>
            <Bones count={1} of="card flow-bones" />
            <div className="split">
              <Bones count={5} of="card" />
              <Bones count={9} of="card" />
            </div>
          </>
        }
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
                <Details transaction={transaction} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Says why a transaction may not be found; the hash may be that of a block, which are looked up by number. */
function Unmined({ hash }: { hash: string }) {
  const { data } = useBlock("latest");
  const blocks = useBlocks(data?.block.number);
  const own = blocks.find(({ block }) => isSame(block?.hash, hash));
  const child = blocks.find(({ block }) => isSame(block?.parent_hash, hash));
  const number = own?.number ?? (child && child.number - 1);
  return number === undefined ? (
    <p>
      It may be pending: only mined transactions are listed. If it is the hash of a block, search
      for the number of the block.
    </p>
  ) : (
    <p>
      It is the hash of block <BlockLink number={number} />.
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

interface PartProps {
  readonly transaction: ChainData.Transaction;
}

/** Who sent how much to whom; a reverted transaction moved nothing, and has no arrow. */
function Flow({ transaction }: PartProps) {
  const { from_address, input, status, to_address } = transaction;
  const isReverted = status === 0;
  const isCall = input !== "0x";
  // The receipt of a reverted creation has the address that the contract would have had.
  const receiver = to_address ?? (isReverted ? undefined : transaction.contract_address);
  const called = isCall ? "To · called" : "To";
  return (
    <dl className={isReverted ? "card flow reverted" : "card flow"}>
      <Fact name="From" className="party">
        <AddressLink address={from_address} whole />
      </Fact>
      <div className="arrow">
        <dt>{isReverted ? "Not transferred" : "Amount"}</dt>
        {/* Not `value`, which is a rounded number. */}
        <dd>
          <NativeAmount wei={transaction.value_raw} />
        </dd>
        {!isReverted && <dd className="line" />}
      </div>
      <Fact name={to_address ? called : "Created contract"} className="party">
        {receiver ? (
          <AddressLink address={receiver} whole />
        ) : (
          <em className="muted">{isCall ? "no contract was created" : "nobody"}</em>
        )}
      </Fact>
      {isReverted && (
        <Fact name="Outcome" className="outcome">
          <Icon name="warning" />
          Reverted: nothing was transferred{feeOf(transaction) === 0n ? "" : "; the fee was paid"}.
        </Fact>
      )}
    </dl>
  );
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
function Details({ transaction }: PartProps) {
  const { max_fee_per_gas, max_priority_fee_per_gas, transaction_type } = transaction;
  return (
    <Facts title="Details">
      <Fact name="Block">
        <BlockLink number={transaction.block_number} />{" "}
        <small>
          position <Text>{groupDigits(transaction.transaction_index)}</Text>
        </small>
      </Fact>
      <Fact name="Nonce">{groupDigits(transaction.nonce)}</Fact>
      <Fact name="Type">
        {transaction_type} <small>{TYPES[transaction_type]}</small>
      </Fact>
      <Fact name="Max fee">{gweiText(max_fee_per_gas)}</Fact>
      <Fact name="Max priority fee">{gweiText(max_priority_fee_per_gas)}</Fact>
    </Facts>
  );
}

/** What the sender paid, and of which parts it is made. */
function Fee({ transaction }: PartProps) {
  const { block_number, effective_gas_price, gas, gas_used, l1_fee } = transaction;
  const { data, isPending } = useBlock(String(block_number));
  // The base fee is the block's; without it, the price is shown as a whole.
  const baseFee = parseInteger(data?.block.base_fee_per_gas);
  const price = parseInteger(effective_gas_price);
  const percent = percentOf(gas_used, gas);
  const hasBlobs = transaction.transaction_type === BLOBS;
  const bone = isPending && <span className="bone" />;
  const fee = feeOf(transaction);
  return (
    <Facts title="Fee" className="end">
      <Fact name="Gas used">
        <Text>{groupDigits(gas_used)}</Text> of <Text>{groupDigits(gas)}</Text>{" "}
        {percent !== undefined && (
          <>
            <small>{percent} %</small>
            <Meter percent={percent} />
          </>
        )}
      </Fact>
      <Fact name="Base fee">{gweiText(data?.block.base_fee_per_gas) || bone}</Fact>
      <Fact name="Priority fee">
        {baseFee === undefined || price === undefined ? bone : tip(price, baseFee)}
      </Fact>
      <Fact name="Gas price">{gweiText(effective_gas_price)}</Fact>
      <Fact name="L1 fee">{l1_fee && <NativeAmount wei={l1_fee} />}</Fact>
      <Fact name="Blob fee">{hasBlobs && "not stated by the API"}</Fact>
      <Fact name={hasBlobs ? "Fee paid, without the blob fee" : "Fee paid"}>
        <b>{fee === undefined ? "unknown" : <NativeAmount wei={fee} />}</b>
      </Fact>
    </Facts>
  );
}

/** What the price is above the base fee. Deposits and system transactions have a price below it, and pay no tip. */
function tip(price: bigint, baseFee: bigint): string {
  return price < baseFee ? "none: the price is below the base fee" : gweiText(price - baseFee);
}

/** Fee paid by the sender in wei; on rollups, including the L1 data fee. Undefined if a part of it is no amount. */
function feeOf(transaction: ChainData.Transaction): bigint | undefined {
  const gasUsed = parseInteger(transaction.gas_used);
  const price = parseInteger(transaction.effective_gas_price);
  const l1Fee = parseInteger(transaction.l1_fee ?? 0);
  const isKnown = gasUsed !== undefined && price !== undefined && l1Fee !== undefined;
  return isKnown ? gasUsed * price + l1Fee : undefined;
}
