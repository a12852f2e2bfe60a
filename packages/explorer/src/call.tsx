import type { ChainData } from "@chainkit/client";
import { type Token, useDecoded, useToken } from "./api.ts";
import {
  type DecodedCall,
  isUnlimited,
  requestOf,
  SIGNATURES,
  selectorOf,
  type TokenRequest,
} from "./calls.ts";
import { groupDigits, visible } from "./format.ts";
import { AddressLink, Copy, RouteLink } from "./links.tsx";
import { Monogram } from "./marks.tsx";
import { Card, Empty, Icon, ShortText, Text, TokenAmount } from "./parts.tsx";
import { Bones, Loaded } from "./states.tsx";

/** The call of a transaction: decoded where its method is known; and its raw input. */
export function Call({ transaction }: { transaction: ChainData.Transaction }) {
  const { from_address, input, status, to_address: contract } = transaction;
  const decoded = useDecoded(transaction);
  const request = requestOf(input, from_address);
  const token = useToken(request && contract, request ? [request.from, request.to] : []);
  const isSettled = !decoded.isPending && (!request || token !== undefined);
  if (input === "0x") {
    return (
      <Card title="Call">
        <Empty>A plain transfer: no call data.</Empty>
      </Card>
    );
  }
  if (!contract) {
    return (
      <>
        <Card title="Call">
          <Empty>Creates a contract: the input is its code.</Empty>
        </Card>
        <RawInput input={input} />
      </>
    );
  }
  return (
    <>
      <Card
        title="Call"
        className="call"
        aside={
          decoded.data !== undefined && (
            <span className={decoded.data ? "badge note" : "badge"}>
              {decoded.data ? "decoded" : "not decoded"}
            </span>
          )
        }
      >
        <Loaded what="The decoded call" query={decoded} bones={<Bones count={4} />}>
          {(call) =>
            call ? (
              <Decoded {...{ call, request, token }} />
            ) : (
              <Undecoded selector={selectorOf(input)} />
            )
          }
        </Loaded>
      </Card>
      {isSettled && request?.kind === "transfer" && status !== 0 && token && (
        <RequestedTransfer {...{ contract, request, token }} />
      )}
      {/* Below what has loaded, which would push it. */}
      {isSettled ? <RawInput input={input} /> : <div className="room" />}
    </>
  );
}

interface DecodedProps {
  readonly call: DecodedCall;
  readonly request: TokenRequest | undefined;
  readonly token: Token | null | undefined;
}

function Decoded({ call, ...known }: DecodedProps) {
  const entries = Object.entries(call.arguments);
  return (
    <>
      <p className="signature mono">
        <span className="method-name">
          <Text>{call.method}</Text>
        </span>
        (<Text>{entries.map(([name]) => name).join(", ")}</Text>)
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
                  <code>
                    <Text>{name}</Text>
                  </code>
                </td>
                <td>
                  <Argument {...known} name={name} value={value} />
                </td>
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

interface ArgumentProps extends Omit<DecodedProps, "call"> {
  readonly name: string;
  readonly value: string;
}

function Argument({ name, value, request, token }: ArgumentProps) {
  if (/^0x[\da-f]{40}$/i.test(value)) {
    return <AddressLink address={value} whole />;
  }
  // Only the argument of this name is an amount of the token; others are ids, deadlines, …
  if (name !== "value" || !request || !(token || isUnlimited(request))) {
    return <Whole>{groupDigits(value)}</Whole>;
  }
  const amount = isUnlimited(request) ? "Unlimited" : value;
  return (
    <>
      <b>{token ? <TokenAmount {...token} value={amount} /> : amount}</b>
      <br />
      <Whole>{groupDigits(value)}</Whole>
    </>
  );
}

function Whole({ children }: { children: string }) {
  return (
    <code className="muted">
      <Text>{children}</Text>
    </code>
  );
}

interface RequestedTransferProps {
  readonly contract: string;
  readonly request: TokenRequest;
  readonly token: Token;
}

/**
 * What a call asks a token to transfer. Whether it did so, and how much arrived, only its logs say: some tokens return
 * false, and some keep a fee.
 */
function RequestedTransfer({ contract, request, token }: RequestedTransferProps) {
  return (
    <Card title="Requested transfer" aside={<span className="muted">from the input</span>}>
      <div className="transfer">
        <Monogram symbol={token.symbol ?? ""} contract={contract} />
        <b>
          <TokenAmount {...token} value={request.value} />
        </b>
        <RouteToToken contract={contract} token={token} />
        <p className="hex">
          from <AddressLink address={request.from} plain /> to{" "}
          <AddressLink address={request.to} plain />
        </p>
      </div>
      <p className="note">What moved is not known: the API has no logs.</p>
    </Card>
  );
}

function RouteToToken({ contract, token }: Omit<RequestedTransferProps, "request">) {
  const name = visible(token.name);
  return name ? (
    <RouteLink route={{ page: "address", address: contract }}>
      <ShortText text={name} max={NAME_LETTERS} />
    </RouteLink>
  ) : (
    <AddressLink address={contract} plain />
  );
}

const NAME_LETTERS = 30;
const PREFIX = 2;
const SELECTOR = 4;
const WORD = 32;
/** Larger inputs are not shown word by word: some have a megabyte. */
const MAX_WORDS = 256;

/** The call data as bytes: the selector, then words of 32 bytes with their offsets. */
function RawInput({ input }: { input: string }) {
  const bytes = Math.ceil((input.length - PREFIX) / 2);
  const words = input.slice(PREFIX + SELECTOR * 2).match(/.{1,64}/g) ?? [];
  return (
    <section className="card">
      <details className="fold">
        <summary>
          <Icon name="chevron" className="turn" />
          Raw input <span className="count">{groupDigits(bytes)} bytes</span>
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
