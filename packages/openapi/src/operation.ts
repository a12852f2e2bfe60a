import type { Schema, SchemaOrBoolean } from "./document.ts";
import type { JsonObject } from "./json.ts";
import type { Auth, SecurityAlternatives } from "./security.ts";

/** What a document says of itself as a whole. */
export interface Info {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

/** A parameter in the path, the query, a header or a cookie. */
export interface Parameter {
  readonly name: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  /** An empty schema where the parameter is described by `content`. */
  readonly schema: Schema;
  /** `x-client-option`: the client option that binds it once for all calls. */
  readonly clientOption?: string;
  /** Values by the name of their example; `""` is the name of a lone one. */
  readonly examples: ReadonlyMap<string, unknown>;
  /** The first of the examples. */
  readonly example: unknown;
  /**
   * Returns the first of the examples, or else a value made from the schema.
   *
   * @throws Error naming document, operation and parameter, if no value can be made.
   */
  readonly sample: () => unknown;
  /** The Parameter Object. */
  readonly node: JsonObject;
}

/** A media type of a request body or response. */
export interface Media {
  /** `application/json`, with its parameters if it has any. */
  readonly type: string;
  readonly isJson: boolean;
  readonly schema?: Schema;
  /** Bodies by the name of their example; `""` is the name of a lone one. */
  readonly examples: ReadonlyMap<string, unknown>;
  /** The first of the examples. */
  readonly example: unknown;
  /** The Media Type Object. */
  readonly node: JsonObject;
}

/** A field of a JSON body, which is a parameter of its own. */
export interface BodyField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaOrBoolean;
}

/** A request body. */
export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  /** All its media types. */
  readonly media: readonly Media[];
  /** The one that is sent: `application/json`, with or without parameters. */
  readonly json?: Media;
  /**
   * `fields`: a required JSON object whose properties are all that it may hold; each is a parameter
   * of the call. `whole`: any other body, which is one value.
   */
  readonly kind: "fields" | "whole";
  /** The fields that a caller may send; empty for a body of kind `whole`. */
  readonly fields: readonly BodyField[];
  /**
   * Returns the first example of the JSON body, or else a value made from its schema.
   *
   * @throws Error naming document, operation and place, if no value can be made.
   */
  readonly sample: () => unknown;
  /** The Request Body Object. */
  readonly node: JsonObject;
}

/** A header of a response. */
export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema?: Schema;
  /** The Header Object. */
  readonly node: JsonObject;
}

/** A documented response. */
export interface Response {
  /** A status, a range in upper case (`4XX`), or `default`. */
  readonly status: string;
  /** The status as the document spells it. */
  readonly writtenStatus: string;
  readonly description: string;
  readonly media: readonly Media[];
  /** The examples of all media types, by name. */
  readonly examples: ReadonlyMap<string, unknown>;
  readonly headers: readonly Header[];
  /** The Response Object. */
  readonly node: JsonObject;
}

/** `x-pagination`: how a listing is paged through. */
export interface Pagination {
  readonly cursorParameter: string;
  readonly cursorField: string;
  readonly itemsField: string;
}

/** `x-envelope`: the fields of every response that say whether a call succeeded. */
export interface Envelope {
  readonly codeField: string;
  readonly messageField: string;
}

/** One operation of an OpenAPI document, references followed. */
export interface Operation {
  /** `operationId`; `METHOD /path` where the document gives none. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Those of the path and of the operation, merged by name and place. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  readonly auth: Auth;
  readonly security: SecurityAlternatives;
  /** Whether a repeated request does no more than one: `x-idempotent`, or else as RFC 9110 says. */
  readonly idempotent: boolean;
  /**
   * Whether it only reads and may be called at any time: a safe method, or `x-idempotent: true` on a
   * method that is not idempotent by itself.
   */
  readonly safe: boolean;
  /** `x-pagination`; absent if it is incomplete. */
  readonly pagination?: Pagination;
  /** `x-envelope` of the operation or the document; absent if it is incomplete. */
  readonly envelope?: Envelope;
  /** The `x-` members of the operation, by name. */
  readonly extensions: JsonObject;
  /** The Operation Object. */
  readonly node: JsonObject;
  /** The Path Item Object. */
  readonly pathItem: JsonObject;
}
