import { type ReactNode, useEffect, useState } from "react";
import type { ChainName } from "./chains.ts";
import { groupDigits, shortHex } from "./format.ts";
import { Identicon } from "./marks.tsx";
import { Icon, Text } from "./parts.tsx";
import { type Place, routeHref, useRoute } from "./route.ts";

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
  readonly children: ReactNode;
}

export function RouteLink({ route, className, children }: RouteLinkProps) {
  const current = useRoute();
  const href = routeHref({ chain: current.chain, ...route });
  const isCurrent = href === routeHref(current);
  return (
    <a className={className} href={href} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  );
}

export interface ChoicesProps {
  readonly links: readonly (readonly [route: Target, label: string])[];
  readonly label?: string;
  readonly className?: string;
}

export function Choices({ links, label = "Where to go on", className = "" }: ChoicesProps) {
  return (
    <nav className={`row ${className}`} aria-label={label}>
      {links.map(([route, text]) => (
        <RouteLink key={text} className="button" route={route}>
          {text}
        </RouteLink>
      ))}
    </nav>
  );
}

/** A link to a wallet or contract: whole, with a button that copies it, or its ends; plain, without its picture. */
export function AddressLink(props: { address: string; whole?: boolean; plain?: boolean }) {
  const { address, whole, plain } = props;
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

export function TransactionLink({ hash }: { hash: string }) {
  return (
    <RouteLink route={{ page: "tx", id: hash }}>
      <LinkedHex value={hash} />
    </RouteLink>
  );
}

export function BlockLink({ number }: { number: number }) {
  return (
    <RouteLink route={{ page: "block", id: String(number) }}>
      <Text>{groupDigits(number)}</Text>
    </RouteLink>
  );
}

/** Letters of a hash with its `0x`. What is longer is none, and stays short within a link. */
const HASH_LETTERS = 66;

/** Whole where that is asked for, except on a phone, where it would wrap. */
function LinkedHex({ value, whole }: { value: string; whole?: boolean | undefined }) {
  const isWhole = whole && value && value.length <= HASH_LETTERS;
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
