import type { ChainData } from "@chainkit/client";
import type { ChainName } from "../chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits } from "../format/amount.ts";
import { Card } from "./card.tsx";
import { Details } from "./details.tsx";
import { BlockLink } from "./links.tsx";

const TYPES = ["legacy", "EIP-2930", "EIP-1559", "EIP-4844", "EIP-7702"];

interface TransactionDetailsProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** Where a transaction stands, and what its sender set. */
export function TransactionDetails({ chain, transaction }: TransactionDetailsProps) {
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
