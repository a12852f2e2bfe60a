import { ICONS, type IconName } from "@chainkit/look/icons";
import { LOGO } from "@chainkit/look/logo";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Token } from "./api.ts";
import { CHAINS, LOCAL } from "./chains.ts";
import {
  formatAge,
  formatAmount,
  formatTime,
  groupDigits,
  isDecimals,
  NATIVE_DECIMALS,
  parseTime,
  shortenAmount,
  shortText,
  visible,
} from "./format.ts";
import { useChain } from "./route.ts";

interface CardProps {
  readonly title: string;
  /** Shown at the end of the header. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, className = "", children }: CardProps) {
  return (
    <section className={`card ${className}`}>
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

export function Facts({ title, className = "", children }: CardProps) {
  return (
    <Card title={title}>
      <dl className={`facts ${className}`}>{children}</dl>
    </Card>
  );
}

interface FactProps {
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A name and its value, within a `dl`; nothing without a value. */
export function Fact({ name, className, children: value }: FactProps) {
  return value ? (
    <div className={className}>
      <dt>
        <Text>{name}</Text>
      </dt>
      <dd>{typeof value === "string" ? <Text>{value}</Text> : value}</dd>
    </div>
  ) : null;
}

/** A column of a table: its name, and what a row shows in it. */
export type Column<Row> = [name: string, cell: (row: Row) => ReactNode, className?: string];

interface TableProps<Row> {
  readonly className: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Tells the rows apart. */
  readonly keyOf: (row: Row) => string;
}

export function Table<Row>({ className, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map(([name, , className]) => (
            <th key={name} className={className}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(([name, cell, className]) => (
              <td key={name} className={className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Letters of a text that are shown at first. */
const SHOWN = 120;

/** A text of somebody else, whatever it is: it wraps, keeps its direction to itself, and the rest of a long one opens. */
export function Text({ children: text, max = SHOWN }: { children: string; max?: number }) {
  const [isWhole, setWhole] = useState(false);
  const short = shortText(text, max);
  if (isWhole || short === text) {
    return <bdi className="whole">{breakable(text)}</bdi>;
  }
  return (
    <>
      <bdi className="whole">{breakable(short)}</bdi>{" "}
      <button className="all" type="button" onClick={() => setWhole(true)}>
        Show all {groupDigits([...text].length)} characters
      </button>
    </>
  );
}

/** Lets a number wrap between its thousands alone, so that no part of it looks like a smaller one. */
function breakable(text: string): ReactNode {
  const [first, ...thousands] = text.split(/(?<=\d,)(?=\d{3})/);
  return thousands.length === 0
    ? text
    : [first, ...thousands.flatMap((digits, at) => [<wbr key={at} />, digits])];
}

/** A text of somebody else where there is little room: the whole is its tooltip, and stands where its link leads. */
export function ShortText(props: { text: string; max: number; className?: string }) {
  const { text, max, className } = props;
  const short = shortText(text, max);
  return (
    <bdi className={className} title={short === text ? undefined : text}>
      {short}
    </bdi>
  );
}

const UNIT_LETTERS = 12;
const LISTED_DIGITS = 6;

interface TokenAmountProps {
  readonly value: string | bigint;
  readonly token: Pick<Token, "decimals" | "symbol">;
  /** Shortened: its tooltip, and the page of the transaction have all digits. */
  readonly isListed?: boolean | undefined;
}

/** An amount, with its fraction quieter than its whole; in the smallest unit where the token does not say its decimals. */
export function TokenAmount({ value, token, isListed }: TokenAmountProps) {
  const { decimals, symbol } = token;
  const unit = (isDecimals(decimals) && visible(symbol)) || "units";
  const exact = isDecimals(decimals) ? formatAmount(value, decimals) : groupDigits(value);
  const text = isListed ? shortenAmount(exact, LISTED_DIGITS) : exact;
  if (text.length > SHOWN) {
    return <Text>{`${text} ${unit}`}</Text>;
  }
  const [whole = "", fraction] = text.split(".");
  return (
    <span className={text === "0" ? "amount zero" : "amount"} title={`${exact} ${unit}`}>
      {breakable(whole)}
      {fraction && <span className="tail">.{fraction}</span>}{" "}
      <ShortText className="muted" text={unit} max={UNIT_LETTERS} />
    </span>
  );
}

export function NativeAmount({ wei, isListed }: { wei: string | bigint; isListed?: boolean }) {
  const token = { decimals: NATIVE_DECIMALS, symbol: CHAINS[useChain()].symbol };
  return <TokenAmount value={wei} token={token} isListed={isListed} />;
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
    return <Text>{timestamp}</Text>;
  }
  return (
    <time dateTime={time.toISOString()} title={formatTime(time)}>
      {formatAge(time, now)}
      {exact && ` · ${formatTime(time)}`}
    </time>
  );
}

/** The line below a title: when it was. */
export function Since(props: { timestamp: string | undefined; isLoading: boolean }) {
  return (
    <p className="sub">
      {props.isLoading && <span className="bone" />}
      {props.timestamp && <Age timestamp={props.timestamp} exact />}
    </p>
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

interface TitleProps {
  readonly text: string;
  /** Tells the page apart in the title of the document: a hash or a number. */
  readonly of?: string | undefined;
  readonly children?: ReactNode;
}

const TITLE_LETTERS = 60;

/**
 * The heading of a page, which says that its chain is a local one. It is focused when it changes, so that a screen reader reads it; not on the first page, nor
 * when a page renders anew, where somebody may be typing.
 */
export function Title({ text, of, children }: TitleProps) {
  const chain = useChain();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = shortText(of ? `${text} ${of}` : text, TITLE_LETTERS);
  useEffect(() => {
    const isFirst = document.title === INITIAL;
    document.title = `${title} · ${INITIAL}`;
    if (!isFirst) {
      heading.current?.focus();
    }
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      <Text>{text}</Text>
      {children}
      {LOCAL.includes(chain) && <span className="badge big warn">local chain</span>}
    </h1>
  );
}
