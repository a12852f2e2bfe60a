import type { ChainData } from "@chainkit/client";
import type { ReactNode } from "react";
import type { ChainName } from "../chains.ts";
import { formatAmount, groupDigits } from "../format/amount.ts";
import { useDecoded } from "../use-decoded.ts";
import { type Token, useToken } from "../use-token.ts";
import { Details } from "./details.tsx";
import { AddressLink, Hex } from "./links.tsx";
import { Loaded } from "./loaded.tsx";

interface CallProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** The call of a transaction: decoded where its method is known, else as bytes. */
export function Call({ chain, transaction }: CallProps) {
  const decoded = useDecoded(chain, transaction);
  const token = useToken(chain, transaction);
  const { input } = transaction;
  if (input === "0x") {
    return <p>A plain transfer: no call data.</p>;
  }
  return (
    <Loaded what="The decoded call" query={decoded}>
      {(call) =>
        call ? (
          <Details
            rows={[
              ["Method", <code key="method">{call.method}</code>],
              ...Object.entries(call.arguments).map(
                ([name, value]) => [name, argument(chain, name, value, token)] as const,
              ),
            ]}
          />
        ) : (
          <Details
            rows={[
              ["Method", "unknown"],
              ["Input", <Hex key="input" value={input} whole />],
            ]}
          />
        )
      }
    </Loaded>
  );
}

function argument(
  chain: ChainName,
  name: string,
  value: string,
  token: Token | undefined,
): ReactNode {
  if (/^0x[\da-f]{40}$/i.test(value)) {
    return <AddressLink chain={chain} address={value} whole />;
  }
  // Only the argument of this name is an amount of the token; others are ids, deadlines, …
  if (name === "value" && token && /^\d+$/.test(value)) {
    return `${formatAmount(value, token.decimals)} ${token.symbol}`;
  }
  return /^\d+$/.test(value) ? groupDigits(value) : <code className="whole">{value}</code>;
}
