import type { Schema, SchemaOrBoolean } from "./document.ts";
import type { JsonObject } from "./json.ts";
import type { Auth, SecurityAlternatives } from "./security.ts";

/** Title, version and description of a document. */
export interface Info {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

/** A parameter in the path, the query, a header or a cookie. */
export interface Parameter {
  readonly name: string;
  /** Name among the parameters of a call: `name`, or `query_name` if a parameter in another place has it. */
  readonly argument: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  /** Schema, that of `content` if the parameter is described by it. */
  readonly schema: Schema;
  /** `style`, or else the default of its place. */
  readonly style: string;
  /** `explode`, or else the default of its style. */
  readonly explode: boolean;
  /** The media type of `content`; absent if a schema describes the parameter. */
  readonly media?: Media;
  /** `x-client-option`: name of the client option that sets it for all calls. */
  readonly clientOption?: string;
  /** Values by example name; `""` for a single unnamed example. */
  readonly examples: ReadonlyMap<string, unknown>;
  /** First example. */
  readonly example: unknown;
  /**
   * Returns the first example, or else a value generated from the schema.
   *
   * @throws Error naming document, operation and parameter, if no value can be generated.
   */
  readonly sample: () => unknown;
  /** The Parameter Object. */
  readonly node: JsonObject;
}

/** A media type of a request body or response. */
export interface Media {
  /** Media type, including its parameters. */
  readonly type: string;
  readonly isJson: boolean;
  readonly schema?: Schema;
  /** Bodies by example name; `""` for a single unnamed example. */
  readonly examples: ReadonlyMap<string, unknown>;
  /** First example. */
  readonly example: unknown;
  /**
   * Returns the first example that the schema allows, or else a value generated from the schema.
   *
   * @throws Error naming document, operation and place, if no value can be generated.
   */
  readonly sample: () => unknown;
  /** The Media Type Object. */
  readonly node: JsonObject;
}

/** How a request body is written. `raw`: text or bytes as they are. */
export type BodyFormat = "json" | "urlencoded" | "multipart" | "raw";

/** A field of a body that is exposed as a parameter. */
export interface BodyField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaOrBoolean;
}

/** A request body. */
export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  /** All media types. */
  readonly media: readonly Media[];
  /** Its JSON: `application/json`, or else the first `+json` type. */
  readonly json?: Media;
  /** Media type that is sent: JSON, or else the first form, or else the first of all; absent if none is documented. */
  readonly sent?: Media;
  readonly format: BodyFormat;
  /**
   * `fields`: a required object without additional properties, in JSON or a form; each property is a parameter of
   * the call. `whole`: any other body, which is a single parameter, or one that has a field named as a parameter.
   */
  readonly kind: "fields" | "whole";
  /** Fields of the body; empty for a body of kind `whole`. */
  readonly fields: readonly BodyField[];
  /** Returns a sample of the body that is sent. */
  readonly sample: () => unknown;
  /** The Request Body Object. */
  readonly node: JsonObject;
}

/** A header of a response. */
export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema?: Schema;
  /** Returns the first example that the schema allows, or else a value generated from the schema. */
  readonly sample: () => unknown;
  /** The Header Object. */
  readonly node: JsonObject;
}

/** A documented response. */
export interface Response {
  /** A status, a range in upper case (`4XX`), or `default`. */
  readonly status: string;
  /** Status as written in the document. */
  readonly writtenStatus: string;
  readonly description: string;
  readonly media: readonly Media[];
  /** Examples of all media types, by name. */
  readonly examples: ReadonlyMap<string, unknown>;
  readonly headers: readonly Header[];
  /** The Response Object. */
  readonly node: JsonObject;
}

/** `x-pagination`: cursor parameter, cursor field and items field of a listing. */
export interface Pagination {
  readonly cursorParameter: string;
  readonly cursorField: string;
  readonly itemsField: string;
}

/** `x-envelope`: the response fields that hold result code and message. */
export interface Envelope {
  readonly codeField: string;
  readonly messageField: string;
}

/** A part of an operation that it does without. */
export interface LeftOut {
  /** Location within the operation. */
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

/** An operation of an OpenAPI document with references resolved. */
export interface Operation {
  /** `operationId`, or one made of method and path if there is none, or another has it: `getUsersById`. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Parameters of the path and the operation, merged by name and place, without optional ones that have no form. */
  readonly parameters: readonly Parameter[];
  /** What is left out: optional parameters that nothing can write, security that is not sent, responses of no status. */
  readonly leftOut: readonly LeftOut[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  readonly auth: Auth;
  readonly security: SecurityAlternatives;
  /** Whether the operation is idempotent: `x-idempotent`, or else by its method (RFC 9110). */
  readonly idempotent: boolean;
  /**
   * Whether the operation is read-only: a safe method, or `x-idempotent: true` on a method that is not
   * idempotent by definition.
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
