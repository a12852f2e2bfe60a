import type { ChainData } from "@chainkit/client";
import { CHAINS, type ChainName } from "../chains.ts";
import { formatAmount, NATIVE_DECIMALS } from "../format/amount.ts";
import { AddressLink } from "./links.tsx";

interface FlowProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** Who sent how much to whom. */
export function Flow({ chain, transaction }: FlowProps) {
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
