/** A JSON Schema of draft 2020-12 that refers to nothing outside itself. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Everything that the contract says of one operation, as plain data. Generated from the spec. */
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
