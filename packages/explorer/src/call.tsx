import type { ChainData } from "@chainkit/client";
import type { ReactNode } from "react";
import { type Token, useDecoded, useToken } from "./api.ts";
import { type DecodedCall, SIGNATURES, selectorOf } from "./calls.ts";
import type { ChainName } from "./chains.ts";
import { formatAmount, groupDigits } from "./format.ts";
import { Monogram } from "./marks.tsx";
import { AddressLink, Card, Copy, Empty, Icon } from "./parts.tsx";
import { Loaded } from "./states.tsx";

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

interface TokenTransferProps {
  readonly chain: ChainName;
  readonly transaction: ChainData.Transaction;
  readonly call: DecodedCall;
  readonly token: Token | undefined;
}

/** The tokens that a decoded call of a token moves; nothing for other calls, and for those that failed. */
function TokenTransfer({ chain, transaction, call, token }: TokenTransferProps) {
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

const PREFIX = 2;
const SELECTOR = 4;
const WORD = 32;
/** Larger inputs are not shown word by word: some have a megabyte. */
const MAX_WORDS = 256;

/** The call data as bytes: the selector, then words of 32 bytes with their offsets. */
export function RawInput({ input }: { input: string }) {
  const bytes = (input.length - PREFIX) / 2;
  const words = wordsOf(input);
  return (
    <section className="card">
      <details className="fold">
        <summary>
          <Icon name="chevron" className="turn" />
          Raw input <span className="count">{bytes.toLocaleString("en")} bytes</span>
        </summary>
        <div className="words">
          <span>call</span>
          <b>{input.slice(0, PREFIX + SELECTOR * 2)}</b>
          {words.slice(0, MAX_WORDS).flatMap((word, at) => {
            const offset = SELECTOR + at * WORD;
            return [
              <span key={`at ${offset}`}>+{offset}</span>,
              <code key={offset} className="whole">
                {word}
              </code>,
            ];
          })}
          <span>{words.length > MAX_WORDS && "…"}</span>
          <Copy text={input} what="the input" />
        </div>
      </details>
    </section>
  );
}

function wordsOf(input: string): readonly string[] {
  return input.slice(PREFIX + SELECTOR * 2).match(/.{1,64}/g) ?? [];
}
