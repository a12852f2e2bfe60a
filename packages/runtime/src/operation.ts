/** An HTTP method as sent on the wire. */
export type HttpMethod = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

/** A JSON type; `integer` is a number without a fraction, in JavaScript a safe integer or a bigint. */
export type JsonType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

/** Where one parameter of an operation goes, and what its value must satisfy. */
export interface ParameterRule {
  readonly in: "path" | "query" | "header" | "body";
  /** Name of the client option that supplies the value once for all calls (`x-client-option`). */
  readonly option?: string;
  readonly required?: true;
  /**
   * Type or types of the value. Default `string`. `any` is any JSON in a body, plain values and
   * arrays of them elsewhere.
   */
  readonly type?: JsonType | "any" | readonly JsonType[];
  /** Type of the elements of an array outside of a body. Default: any plain value. */
  readonly items?: JsonType;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A regular expression, compiled with the `u` flag. */
  readonly pattern?: string;
  readonly enum?: readonly (string | number)[];
}

/** How a listing continues (`x-pagination`). */
export interface PaginationRule {
  /** Parameter that takes the cursor. */
  readonly cursorParameter: string;
  /** Field of a page that holds the next cursor; null or absent on the last page. */
  readonly cursorField: string;
  /** Field of a page that holds its items. */
  readonly itemsField: string;
}

/** What the runtime knows about one operation. Generated from the spec, never written by hand. */
export interface Operation {
  readonly method: HttpMethod;
  /** Path template, with `{name}` for each path parameter. */
  readonly path: string;
  /** Every parameter by its wire name: path, query, header and top-level body fields together. */
  readonly parameters?: Readonly<Record<string, ParameterRule>>;
  /**
   * How the JSON body is made: `fields` collects the parameters with `in: "body"` into an object;
   * `whole` sends the value of the parameter named `body`. Absent: no body.
   */
  readonly body?: "fields" | "whole";
  /** Media type of the body. Default `application/json`. */
  readonly contentType?: string;
  /** Media types of the responses, for `Accept`. Default `application/json, application/problem+json`. */
  readonly accept?: string;
  /** JSON type of a successful body. Default `object`; with `noContent`, none is documented. */
  readonly returns?: JsonType | "any";
  /** Whether a bearer token is required or may be sent. Absent: no token is ever sent. */
  readonly auth?: "required" | "optional";
  /** True if sending the request twice has the effect of sending it once (`x-idempotent`). */
  readonly idempotent?: true;
  readonly pagination?: PaginationRule;
  /** True if a success may have no JSON body. */
  readonly noContent?: true;
  /** Fields of the envelope around every JSON response (`x-envelope`). */
  readonly envelope?: { readonly codeField: string; readonly messageField: string };
}

/** The operations of one API area by operation id. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** A JSON Schema of draft 2020-12 that refers to nothing outside itself. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Metadata of one operation as plain data: schemas, descriptions, examples. Generated from the spec. */
export interface OperationDescription {
  /** The operation id. */
  readonly id: string;
  /** The API area, by the name of its package. */
  readonly area: string;
  readonly method: string;
  /** The path template, with `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  /** CommonMark. */
  readonly description: string;
  readonly deprecated: boolean;
  /** Schema of the object that the method of the client takes as its first argument. */
  readonly params: JsonSchema;
  /**
   * Where each of `params` is sent. `field` is a member of the JSON body, `body` the whole of it.
   */
  readonly places: Readonly<Record<string, "path" | "query" | "header" | "field" | "body">>;
  /** Names of the client options that supply parameters once for all calls. */
  readonly clientOptions: readonly string[];
  /** Values that suit `params`, one object for each example of the contract. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** Schema of the body of a success; absent if none is documented. */
  readonly result?: JsonSchema;
  /** The documented responses by status, range (`4XX`) or `default`. */
  readonly responses: Readonly<Record<string, ResponseDescription>>;
  /** Whether a bearer token must be sent, may be sent, or is never sent. */
  readonly auth: "required" | "optional" | "none";
  /** Whether it only reads. */
  readonly safe: boolean;
  /** Whether sending the request twice does no more than sending it once. */
  readonly idempotent: boolean;
  /** How a listing continues; absent if the operation is not one. */
  readonly pagination?: {
    readonly cursorParameter: string;
    readonly cursorField: string;
    readonly itemsField: string;
    /** Parameter with the size of a page; absent if the contract names none. */
    readonly limitParameter?: string;
    /** Fields that identify an item, with dots between the names of nested ones. */
    readonly itemKey?: readonly string[];
  };
  /** Fields of the envelope around every response; absent if there is none. */
  readonly envelope?: { readonly codeField: string; readonly messageField: string };
}

/** A documented response. */
export interface ResponseDescription {
  readonly description: string;
  /** Its media type; absent if no body is documented. */
  readonly mediaType?: string;
  readonly schema?: JsonSchema;
  /** Bodies by the name of their example; `""` is the name of a lone one. */
  readonly examples: Readonly<Record<string, unknown>>;
}
