import type { ChainData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { chainData } from "../api.ts";
import { CHAINS, type ChainName } from "../chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits, NATIVE_DECIMALS } from "../format/amount.ts";
import { percentOf } from "../format/percent.ts";
import { Card } from "./card.tsx";
import { Meter } from "./graphs.tsx";

interface FeeProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** What the sender paid, and of which parts it is made. */
export function Fee({ chain, transaction }: FeeProps) {
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
