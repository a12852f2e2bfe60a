import type { ChainData } from "@chainkit/client";
import { CHAINS, type ChainName } from "../chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits, NATIVE_DECIMALS } from "../format/amount.ts";
import { Age } from "./age.tsx";
import { Details } from "./details.tsx";
import { AddressLink, Hex, RouteLink } from "./links.tsx";

interface TransactionDetailsProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** The fields of a transaction. */
export function TransactionDetails({ chain, transaction }: TransactionDetailsProps) {
  const { symbol } = CHAINS[chain];
  const { block_number, contract_address, to_address } = transaction;
  const native = (amount: string | bigint) => `${formatAmount(amount, NATIVE_DECIMALS)} ${symbol}`;
  return (
    <Details
      rows={[
        ["Hash", <Hex key="hash" value={transaction.transaction_hash} whole />],
        ["Status", statusText(transaction.status)],
        [
          "Block",
          <RouteLink key="block" route={{ chain, page: "block", number: String(block_number) }}>
            {groupDigits(block_number)}
          </RouteLink>,
        ],
        ["Age", <Age key="age" timestamp={transaction.block_timestamp} />],
        ["From", <AddressLink key="from" chain={chain} address={transaction.from_address} whole />],
        ["To", to_address && <AddressLink key="to" chain={chain} address={to_address} whole />],
        [
          "Created contract",
          contract_address && (
            <AddressLink key="created" chain={chain} address={contract_address} whole />
          ),
        ],
        // Not `value`, which is a rounded number.
        ["Amount", native(transaction.value_raw)],
        ["Fee", native(feeOf(transaction))],
        ["Gas used", `${groupDigits(transaction.gas_used)} of ${groupDigits(transaction.gas)}`],
        ["Gas price", `${formatAmount(transaction.effective_gas_price, GWEI_DECIMALS)} gwei`],
        ["Nonce", groupDigits(transaction.nonce)],
      ]}
    />
  );
}

function statusText(status: number | null | undefined): string | undefined {
  return status === undefined || status === null ? undefined : status === 1 ? "Success" : "Failed";
}

/** Fee paid by the sender in wei; on rollups, including the L1 data fee. */
function feeOf({ gas_used, effective_gas_price, l1_fee }: ChainData.Transaction): bigint {
  return BigInt(gas_used) * BigInt(effective_gas_price) + BigInt(l1_fee ?? 0);
}
