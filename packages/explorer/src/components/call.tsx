import type { ChainData } from "@chainkit/client";
import type { ReactNode } from "react";
import type { ChainName } from "../chains.ts";
import { formatAmount, groupDigits } from "../format/amount.ts";
import type { DecodedCall } from "../format/decoded.ts";
import { SIGNATURES, selectorOf } from "../format/selectors.ts";
import { useDecoded } from "../use-decoded.ts";
import { type Token, useToken } from "../use-token.ts";
import { Card, Empty } from "./card.tsx";
import { AddressLink } from "./links.tsx";
import { Loaded } from "./loaded.tsx";
import { TokenTransfer } from "./token-transfer.tsx";

interface CallProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
}

/** The call of a transaction: decoded where its method is known. */
export function Call({ chain, transaction }: CallProps) {
  const decoded = useDecoded(chain, transaction);
  const token = useToken(chain, transaction);
  const { input, to_address } = transaction;
  if (input === "0x") {
    return (
      <Card title="Call">
        <Empty>A plain transfer: no call data.</Empty>
      </Card>
    );
  }
  if (!to_address) {
    return (
      <Card title="Call">
        <Empty>Creates a contract: the input is its code.</Empty>
      </Card>
    );
  }
  return (
    <>
      {decoded.data && (
        <TokenTransfer chain={chain} transaction={transaction} call={decoded.data} token={token} />
      )}
      <Card
        title="Call"
        aside={
          decoded.data !== undefined && (
            <span className={decoded.data ? "badge note" : "badge"}>
              {decoded.data ? "decoded" : "not decoded"}
            </span>
          )
        }
      >
        <Loaded what="The decoded call" query={decoded}>
          {(call) =>
            call ? (
              <Decoded chain={chain} call={call} token={token} />
            ) : (
              <Undecoded selector={selectorOf(input)} />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

interface DecodedProps {
  readonly chain: ChainName;
  readonly call: DecodedCall;
  readonly token: Token | undefined;
}

function Decoded({ chain, call, token }: DecodedProps) {
  const entries = Object.entries(call.arguments);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <p className="signature mono" tabIndex={0}>
        <span className="method-name">{call.method}</span>(
        {entries.map(([name]) => name).join(", ")})
      </p>
      {entries.length > 0 && (
        <table className="args">
          <thead>
            <tr>
              <th scope="col">Argument</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(([name, value]) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{argument(chain, name, value, token)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Undecoded({ selector }: { selector: string | undefined }) {
  if (!selector) {
    return <Empty>The input is too short to be a call; it is below.</Empty>;
  }
  const signature = SIGNATURES[selector];
  return (
    <div className="state">
      {signature ? (
        <p>
          Probably <code className="whole">{signature}</code>, by its selector{" "}
          <code>{selector}</code>.
        </p>
      ) : (
        <p>
          The method with the selector <code>{selector}</code> is not known.
        </p>
      )}
      <p className="muted">The raw input is below.</p>
    </div>
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
    return (
      <>
        <b>
          {formatAmount(value, token.decimals)} {token.symbol}
        </b>
        <br />
        <code className="muted whole">{value}</code>
      </>
    );
  }
  return /^\d+$/.test(value) ? groupDigits(value) : <code className="whole">{value}</code>;
}
