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
import { groupDigits, shortHex, visible } from "./format.ts";
import { AddressLink, Copy, RouteLink } from "./links.tsx";
import { Monogram } from "./marks.tsx";
import { Card, Empty, Icon, ShortText, Table, Text, TokenAmount } from "./parts.tsx";
import { Loaded } from "./states.tsx";

/** The call of a transaction: decoded where its method is known; and its raw input. */
export function Call({ transaction }: { transaction: ChainData.Transaction }) {
  const { from_address, input, status, to_address: contract } = transaction;
  const decoded = useDecoded(transaction);
  const request = requestOf(input, from_address);
  const token = useToken(request && contract, request ? [request.from, request.to] : []);
  if (input === "0x" || !contract) {
    const isPlain = input === "0x";
    return (
      <>
        <Card title="Call">
          <Empty>
            {isPlain
              ? "A plain transfer: no call data."
              : "Creates a contract: the input is its code."}
          </Empty>
        </Card>
        {!isPlain && <RawInput input={input} />}
      </>
    );
  }
  const isTransfer = request?.kind === "transfer" && status !== 0;
  const badge = decoded.data ? (
    <span className="badge note">decoded</span>
  ) : (
    <span className="badge">not decoded</span>
  );
  const show = (call: DecodedCall | null | undefined) =>
    call ? <Decoded {...{ call, request, token }} /> : <Undecoded selector={selectorOf(input)} />;
  return (
    <>
      <Card title="Call" className="call" aside={!decoded.isPending && badge}>
        <Loaded what="The decoded call" query={decoded} bones={show(request?.call)}>
          {show}
        </Loaded>
      </Card>
      {isTransfer && token && <RequestedTransfer {...{ request, token }} />}
      {/* As high as what may come. */}
      {isTransfer && token === undefined && <div className="room" />}
      <RawInput input={input} />
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
        <Table
          className="args"
          columns={[
            ["Argument", ([name]) => <Code>{name}</Code>],
            ["Value", ([name, value]) => <Argument {...known} name={name} value={value} />],
          ]}
          rows={entries}
          keyOf={([name]) => name}
        />
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
      <p>
        {signature ? "Probably " : "An unknown method"}
        {signature && <code className="whole">{signature}</code>}, by its selector{" "}
        <code>{selector}</code>.
      </p>
      <p className="muted">The raw input is below.</p>
    </div>
  );
}

type ArgumentProps = Omit<DecodedProps, "call"> & { readonly name: string; readonly value: string };

function Argument({ name, value, request, token }: ArgumentProps) {
  if (/^0x[\da-f]{40}$/i.test(value)) {
    return <AddressLink address={value} whole />;
  }
  const exact = <Code>{groupDigits(value)}</Code>;
  // Only the argument of this name is an amount of the token; others are ids, deadlines, …
  if (name !== "value" || !request || !(token || isUnlimited(request))) {
    return exact;
  }
  const amount = isUnlimited(request) ? "Unlimited" : value;
  return (
    <>
      <b>{token ? <TokenAmount token={token} value={amount} /> : amount}</b>
      <br />
      {exact}
    </>
  );
}

function Code({ children }: { children: string }) {
  return (
    <code className="muted">
      <Text>{children}</Text>
    </code>
  );
}

/**
 * What a call asks a token to transfer. Whether it did so, and how much arrived, only its logs say: some tokens return
 * false, and some keep a fee.
 */
function RequestedTransfer({ request, token }: { request: TokenRequest; token: Token }) {
  const { address, name, symbol } = token;
  return (
    <Card title="Requested transfer" aside={<span className="muted">from the input</span>}>
      <div className="transfer">
        <Monogram symbol={symbol ?? ""} contract={address} />
        <b>
          <TokenAmount token={token} value={request.value} />
        </b>
        <RouteLink route={{ page: "address", id: address }}>
          <ShortText text={visible(name) ?? shortHex(address)} max={NAME_LETTERS} />
        </RouteLink>
        <p className="hex">
          from <AddressLink address={request.from} plain /> to{" "}
          <AddressLink address={request.to} plain />
        </p>
      </div>
      <p className="note">What moved is not known: the API has no logs.</p>
    </Card>
  );
}

const NAME_LETTERS = 30;
const SELECTOR = 4;
const WORD = 32;
/** Larger inputs are not shown word by word: some have a megabyte. */
const MAX_WORDS = 256;

/** The call data as bytes: the selector, then words of 32 bytes with their offsets. */
function RawInput({ input }: { input: string }) {
  const start = "0x".length + 2 * SELECTOR;
  const words = input.slice(start).match(/.{1,64}/g) ?? [];
  const bytes = Math.ceil((input.length - "0x".length) / 2);
  return (
    <section className="card">
      <details className="fold">
        <summary>
          <Icon name="chevron" className="turn" />
          Raw input <span className="count">{groupDigits(bytes)} bytes</span>
        </summary>
        <div className="words">
          <span>call</span>
          <b>{input.slice(0, start)}</b>
          {words.slice(0, MAX_WORDS).flatMap((word, at) => [
            <span key={`at ${at}`}>+{SELECTOR + at * WORD}</span>,
            <code key={at} className="whole">
              {word}
            </code>,
          ])}
          <span>{words.length > MAX_WORDS && "…"}</span>
          <Copy text={input} what="the input" />
        </div>
      </details>
    </section>
  );
}
