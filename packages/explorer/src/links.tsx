import { type ReactNode, useEffect, useState } from "react";
import type { ChainName } from "./chains.ts";
import { shortHex } from "./format.ts";
import { Identicon } from "./marks.tsx";
import { Digits, Icon, Text } from "./parts.tsx";
import { type Place, routeHref, useChain } from "./route.ts";

const COPIED_MS = 1_500;

/** Copies a text. Absent where the browser allows no access to the clipboard, as on plain HTTP. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(() => setCopied(false), COPIED_MS);
      return () => clearTimeout(timer);
    }
  }, [isCopied]);
  if (!navigator.clipboard) {
    return null;
  }
  return (
    <button
      className="copy"
      type="button"
      aria-label={isCopied ? "Copied" : `Copy ${what}`}
      data-copied={isCopied || undefined}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon name="copy" className="idle" />
      <Icon name="check" className="done" />
    </button>
  );
}

/** On the current chain, unless it names another. */
type Target = Place & { readonly chain?: ChainName };

interface RouteLinkProps {
  readonly route: Target;
  readonly className?: string;
  /** Whether it leads to the page that is shown. */
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** A link to a route. */
export function RouteLink({ route, className, isCurrent, children }: RouteLinkProps) {
  const chain = useChain();
  return (
    <a
      className={className}
      href={routeHref({ chain, ...route })}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
    </a>
  );
}

export interface ChoicesProps {
  readonly links: readonly (readonly [route: Target, label: string])[];
}

/** Where to go on. */
export function Choices({ links }: ChoicesProps) {
  return (
    <nav className="row" aria-label="Where to go on">
      {links.map(([route, label]) => (
        <RouteLink key={label} className="button" route={route}>
          {label}
        </RouteLink>
      ))}
    </nav>
  );
}

interface AddressLinkProps {
  readonly address: string;
  /** Shown whole instead of its ends. */
  readonly whole?: boolean;
  /** Shown without its picture. */
  readonly plain?: boolean;
}

/** A link to a wallet or contract; the whole address can be copied. */
export function AddressLink({ address, whole, plain }: AddressLinkProps) {
  return (
    <span className="hex">
      {!plain && <Identicon address={address} />}
      <RouteLink route={{ page: "address", id: address }}>
        <LinkedHex value={address} whole={whole} />
      </RouteLink>
      {whole && <Copy text={address} what={`the address ${shortHex(address)}`} />}
    </span>
  );
}

/** A link to a transaction. */
export function TransactionLink({ hash }: { hash: string }) {
  return (
    <RouteLink route={{ page: "tx", id: hash }}>
      <LinkedHex value={hash} />
    </RouteLink>
  );
}

/** A link to a block. */
export function BlockLink({ number }: { number: number }) {
  return (
    <RouteLink route={{ page: "block", id: String(number) }}>
      <Digits of={number} />
    </RouteLink>
  );
}

/** Letters of a hash with its `0x`. What is longer is none, and stays short within a link. */
const HASH_LETTERS = 66;

/** Whole where that is asked for, except on a phone, where it would wrap. */
function LinkedHex({ value, whole }: { value: string; whole?: boolean | undefined }) {
  const isWhole = whole && value.length <= HASH_LETTERS;
  return (
    <>
      {isWhole && <code className="whole wide-only">{value}</code>}
      <code className={isWhole ? "narrow-only" : undefined} title={value}>
        <bdi>{shortHex(value) || "(empty)"}</bdi>
      </code>
    </>
  );
}

/** A hash, an address or bytes, whole, with a button that copies it. */
export function Hex({ value, what }: { value: string; what: string }) {
  return (
    <>
      <code>
        <Text>{value}</Text>
      </code>
      <Copy text={value} what={what} />
    </>
  );
}
