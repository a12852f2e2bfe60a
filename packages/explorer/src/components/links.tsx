import type { ReactNode } from "react";
import type { ChainName } from "../chains.ts";
import { groupDigits } from "../format/amount.ts";
import { shortHex } from "../format/hex.ts";
import { type Route, routeHref } from "../routing/route.ts";
import { Copy } from "./copy.tsx";
import { Identicon } from "./marks.tsx";

interface RouteLinkProps {
  readonly route: Route;
  readonly className?: string;
  /** Whether it leads to the page that is shown. */
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** A link to a route. */
export function RouteLink({ route, className, isCurrent, children }: RouteLinkProps) {
  return (
    <a className={className} href={routeHref(route)} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  );
}

interface HexLinkProps {
  readonly chain: ChainName;
  /** Shown whole instead of its ends. */
  readonly whole?: boolean;
}

interface AddressLinkProps extends HexLinkProps {
  readonly address: string;
  /** Shown without its picture. */
  readonly plain?: boolean;
}

/** A link to a wallet or contract; the whole address can be copied. */
export function AddressLink({ chain, address, whole, plain }: AddressLinkProps) {
  return (
    <span className="hex">
      {!plain && <Identicon address={address} />}
      <RouteLink route={{ chain, page: "address", address }}>
        <Hex value={address} whole={whole} />
      </RouteLink>
      {whole && <Copy text={address} what={`the address ${shortHex(address)}`} />}
    </span>
  );
}

/** A link to a transaction. */
export function TransactionLink({ chain, hash, whole }: HexLinkProps & { hash: string }) {
  return (
    <RouteLink route={{ chain, page: "tx", hash }}>
      <Hex value={hash} whole={whole} />
    </RouteLink>
  );
}

/** A link to a block. */
export function BlockLink({ chain, number }: { chain: ChainName; number: number }) {
  return (
    <RouteLink route={{ chain, page: "block", number: String(number) }}>
      {groupDigits(number)}
    </RouteLink>
  );
}

interface HexProps {
  readonly value: string;
  readonly whole?: boolean | undefined;
  /** What a button copies; absent: there is none. */
  readonly copied?: string;
}

/** A hash, an address or bytes. */
export function Hex({ value, whole, copied }: HexProps) {
  if (!whole) {
    return <code title={value}>{shortHex(value)}</code>;
  }
  return (
    <>
      <code className="whole">{value}</code>
      {copied && <Copy text={value} what={copied} />}
    </>
  );
}
