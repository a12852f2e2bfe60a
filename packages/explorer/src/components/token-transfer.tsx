import type { ChainData } from "@chainkit/client";
import type { ChainName } from "../chains.ts";
import { formatAmount } from "../format/amount.ts";
import type { DecodedCall } from "../format/decoded.ts";
import type { Token } from "../use-token.ts";
import { Card } from "./card.tsx";
import { Icon } from "./icon.tsx";
import { AddressLink } from "./links.tsx";
import { Monogram } from "./marks.tsx";

interface TokenTransferProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
  readonly call: DecodedCall;
  readonly token: Token | undefined;
}

/** The tokens that a decoded call of a token moves; nothing for other calls, and for those that failed. */
export function TokenTransfer({ chain, transaction, call, token }: TokenTransferProps) {
  const { from_address, status, to_address: contract } = transaction;
  const {
    to,
    from = call.method === "transfer" ? from_address : undefined,
    value,
  } = call.arguments;
  const isTransfer = call.method === "transfer" || call.method === "transferFrom";
  if (
    !isTransfer ||
    status === 0 ||
    !token ||
    !contract ||
    !from ||
    !to ||
    !/^\d+$/.test(value ?? "")
  ) {
    return null;
  }
  return (
    <Card title="Token transfers" aside={<span className="muted">from the decoded call</span>}>
      <div className="transfer">
        <Monogram symbol={token.symbol} contract={contract} />
        <b>
          {formatAmount(value ?? "0", token.decimals)} {token.symbol}
        </b>
        <AddressLink chain={chain} address={contract} plain />
        <p className="hex">
          <AddressLink chain={chain} address={from} plain />
          <Icon name="arrow" />
          <AddressLink chain={chain} address={to} plain />
        </p>
      </div>
    </Card>
  );
}
