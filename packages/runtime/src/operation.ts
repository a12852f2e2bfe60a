/** An HTTP method, spelt as it goes over the wire. */
export type HttpMethod = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

/** Where one parameter of an operation goes, and what its value must satisfy. */
export interface ParameterRule {
  readonly in: "path" | "query" | "header" | "body";
  /** The name of the client option that supplies the value once for all calls (`x-client-option`). */
  readonly option?: string;
  readonly required?: true;
  /** Set where an ordering or an integrality must be checked; other types are left to TypeScript. */
  readonly type?: "integer" | "number";
  readonly minimum?: number;
  readonly maximum?: number;
  /** A regular expression, to be read with the `u` flag. */
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
}

/** How a listing continues (`x-pagination`). */
export interface PaginationRule {
  /** The parameter that takes the cursor. */
  readonly cursorParameter: string;
  /** The field of a page that holds the next cursor; null or absent on the last page. */
  readonly cursorField: string;
  /** The field of a page that holds its items. */
  readonly itemsField: string;
}

/** What the runtime knows of one operation. Generated from the spec, never written by hand. */
export interface Operation {
  readonly method: HttpMethod;
  /** The path template, with `{name}` for each path parameter. */
  readonly path: string;
  /** Every parameter by its wire name: path, query, header and top-level body fields together. */
  readonly parameters?: Readonly<Record<string, ParameterRule>>;
  /**
   * How the JSON body is made: `fields` collects the parameters with `in: "body"` into an object;
   * `whole` sends the value of the parameter named `body` as it is. Absent: no body.
   */
  readonly body?: "fields" | "whole";
  /** Whether a bearer token is required or may be sent. Absent: no token is ever sent. */
  readonly auth?: "required" | "optional";
  /** True if sending the request twice does no more than sending it once (`x-idempotent`). */
  readonly idempotent?: true;
  readonly pagination?: PaginationRule;
  /** True if a success may come without a JSON body. */
  readonly noContent?: true;
  /** The fields of the envelope around every JSON answer (`x-envelope`). */
  readonly envelope?: { readonly codeField: string; readonly messageField: string };
}

/** The operations of one API area by operation id. */
export type OperationTable = Readonly<Record<string, Operation>>;
