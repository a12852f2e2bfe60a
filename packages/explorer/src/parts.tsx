import { ICONS, type IconName } from "@chainkit/look/icons";
import { LOGO } from "@chainkit/look/logo";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CHAINS, type ChainName } from "./chains.ts";
import {
  formatAge,
  formatAmount,
  formatTime,
  groupDigits,
  NATIVE_DECIMALS,
  parseTime,
  shortenAmount,
  shortHex,
} from "./format.ts";
import { Identicon } from "./marks.tsx";
import { type Route, routeHref } from "./route.ts";

interface CardProps {
  readonly title: string;
  /** Shown at the end of the header. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** What a card says when it has nothing to list. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="state muted">{children}</p>;
}

interface DetailsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}

/** Names and values. Rows without a value are left out. */
export function Details({ rows, className = "" }: DetailsProps) {
  const shown = rows.filter(([, value]) => Boolean(value));
  return (
    <dl className={`facts ${className}`}>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AmountProps {
  readonly text: string;
  readonly unit: string;
  /** Shown where it is pointed at. */
  readonly title?: string;
}

/** An amount, with its fraction quieter than its whole. */
export function Amount({ text, unit, title }: AmountProps) {
  const [whole, fraction] = text.split(".");
  return (
    <span className="amount" title={title}>
      {whole}
      {fraction && <span className="tail">.{fraction}</span>}
      <span className="muted"> {unit}</span>
    </span>
  );
}

const LISTED_DIGITS = 6;

/** The value of a transaction in a list: shortened, as the page of the transaction has all digits. */
export function ListedValue({ chain, wei }: { chain: ChainName; wei: string }) {
  const exact = formatAmount(wei, NATIVE_DECIMALS);
  const { symbol } = CHAINS[chain];
  return (
    <Amount text={shortenAmount(exact, LISTED_DIGITS)} unit={symbol} title={`${exact} ${symbol}`} />
  );
}

const TICK_MS = 1_000;

/** Relative time, kept up to date. The exact time is its tooltip, or stands beside it. */
export function Age({ timestamp, exact = false }: { timestamp: string; exact?: boolean }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const time = parseTime(timestamp);
  if (!time) {
    return <span>{timestamp}</span>;
  }
  return (
    <time dateTime={time.toISOString()} title={formatTime(time)}>
      {formatAge(time, now)}
      {exact && ` · ${formatTime(time)}`}
    </time>
  );
}

const SHOWN_MS = 1_500;

/** Copies a text. Absent where the browser allows no access to the clipboard, as on plain HTTP. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (isCopied) {
      const timer = setTimeout(() => setCopied(false), SHOWN_MS);
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

/** An icon beside a text that says the same. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** The two links of the logo. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path className="link-b" d={LOGO.brass} />
      <path className="link-a" d={LOGO.verdigris} />
    </svg>
  );
}

/** The title of the document before any page was shown. */
const INITIAL = "chainkit explorer";

/**
 * The heading of a page. It is focused when it changes, so that a screen reader reads it; not on the first page, nor
 * when a page renders anew, where somebody may be typing.
 */
export function Title({ text, children }: { text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isFirst = document.title === INITIAL;
    document.title = `${text} · ${INITIAL}`;
    if (!isFirst) {
      heading.current?.focus();
    }
  }, [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
      {children}
    </h1>
  );
}
