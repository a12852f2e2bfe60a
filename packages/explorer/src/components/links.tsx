import type { ReactNode } from "react";
import type { ChainName } from "../chains.ts";
import { shortHex } from "../format/hex.ts";
import { type Route, routeHref } from "../routing/route.ts";

/** A link to a route. */
export function RouteLink({ route, children }: { route: Route; children: ReactNode }) {
  return <a href={routeHref(route)}>{children}</a>;
}

interface HexLinkProps {
  readonly chain: ChainName;
  /** Shown whole instead of its ends. */
  readonly whole?: boolean;
}

/** A link to a wallet or contract. */
export function AddressLink({ chain, address, whole }: HexLinkProps & { address: string }) {
  return (
    <RouteLink route={{ chain, page: "address", address }}>
      <Hex value={address} whole={whole} />
    </RouteLink>
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

/** A hash, an address or bytes. */
export function Hex({ value, whole }: { value: string; whole?: boolean | undefined }) {
  return whole ? (
    <code className="whole">{value}</code>
  ) : (
    <code title={value}>{shortHex(value)}</code>
  );
}
