/** One violation of the contract. A report makes sentences of it: `report/finding-text.ts`. */
export type Finding = Fault & {
  /** Where the requirement is written. */
  readonly rule: Location;
  /** The request as a curl command, where it is not the one of the failure. */
  readonly request?: string;
  /** The waiver of the register that covers this deviation, for `--allow`. */
  readonly waiver?: string;
};

/** A line of the contract, or a section of another document. */
export interface Location {
  /** `spec/chain-data.yaml`, `RFC 9110, 8.4`, or a part of the bundled document. */
  readonly document: string;
  readonly line?: number;
}

/** Kind of a finding. */
export type FindingKind = Fault["kind"];

/** What is wrong. Values that were received are JSON, shortened. */
export type Fault =
  | StatusFault
  /** There was no response in place of one of these statuses. */
  | {
      readonly kind: "no-response";
      readonly expected: readonly string[];
      readonly because: string;
      readonly reason: string;
    }
  /** None of the expected media types; `actual` is the header. */
  | {
      readonly kind: "content-type";
      readonly status: number;
      readonly expected: readonly string[];
      readonly actual?: string;
    }
  /** The body is not in the coding that `Content-Encoding` names, or in one that was not asked for. */
  | {
      readonly kind: "coding";
      readonly status: number;
      readonly expected: string;
      readonly actual: string;
    }
  /** A body where there must be none. */
  | { readonly kind: "unexpected-body"; readonly status: number; readonly actual: string }
  /** A body that is not JSON text in UTF-8. */
  | {
      readonly kind: "not-json";
      readonly status: number;
      readonly reason: string;
      readonly actual: string;
    }
  /** A value that its schema refuses. */
  | {
      readonly kind: "schema";
      readonly status: number;
      /** JSON pointer into the body. */
      readonly pointer: string;
      readonly expected: string;
      readonly actual: string;
    }
  /** A body that is not the example of the contract. */
  | { readonly kind: "example"; readonly expected: string; readonly actual: string }
  /** A body without the facts that the known values state. */
  | {
      readonly kind: "facts";
      readonly place: string;
      readonly expected: string;
      readonly actual: string;
    }
  /** A field of problem details that RFC 9457 determines. */
  | {
      readonly kind: "problem";
      readonly field: "status" | "title";
      readonly expected: string;
      readonly actual: string;
    }
  | HeaderFault
  /** Problem details that do not name the invalid parameter. */
  | { readonly kind: "error-parameter"; readonly parameter: string; readonly actual: string }
  | DisagreementFault
  /** A failure of a random request that did not come again. */
  | { readonly kind: "flaky" }
  /** Responses that do not agree with each other. */
  | {
      readonly kind: "invariant";
      readonly expected: string;
      readonly actual: string;
      /** The sentence of the contract that the invariant rests on. */
      readonly basis: string;
    };

/** A status that was not expected. */
export interface StatusFault {
  readonly kind: "status";
  /** Statuses (`404`) and ranges (`4XX`). */
  readonly expected: readonly string[];
  /** Reason, as the end of the sentence "… is expected, because". */
  readonly because: string;
  readonly actual: number;
  /** Whether the operation documents the received status. */
  readonly documented: boolean;
  /** Target of a redirect. */
  readonly redirect?: string;
  /** The beginning of the body. */
  readonly excerpt: string;
}

/** A header that is missing or invalid. */
export interface HeaderFault {
  readonly kind: "header";
  readonly name: string;
  readonly status: number;
  /** What its schema demands; absent: that it is there. */
  readonly expected?: string;
  /** Absent: the header is missing. */
  readonly actual?: string;
  /** Whether HTTP requires it, rather than the contract. */
  readonly isOfHttp?: boolean;
}

/** Whether a status is one of several, which may be ranges (`4XX`). */
export function isAmong(status: number, statuses: readonly string[]): boolean {
  const range = `${Math.floor(status / 100)}XX`;
  return statuses.some((each) => each === String(status) || each.toUpperCase() === range);
}

/** Formats a location: `spec/chain-data.yaml:57`. */
export function locationText({ document, line }: Location): string {
  return line === undefined ? document : `${document}:${line}`;
}

/** The judge and Prism's validator see different violations. */
export interface DisagreementFault {
  readonly kind: "disagreement";
  readonly side: "request" | "response";
  /** What the judge found in the response. */
  readonly ours?: Fault;
  /** What Prism found; empty: nothing, although the judge did. */
  readonly theirs: readonly string[];
}

const MAX_SHOWN = 300;

/** Formats a value for a report, shortened. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_SHOWN
    ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`
    : text;
}
